// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandline.h"
#include "app/reader.h"

#include <QObject>

#include <memory>

namespace flotsam {

class DemoCloud;

/// The program without a window: reads a cloud or a file, saves, reports, and says how it went by exit status.
class Headless : public QObject
{
    Q_OBJECT
public:
    explicit Headless(const CommandLine &line, QObject *parent = nullptr);
    ~Headless() override;
    void start();

signals:
    void finished(int exitStatus);

private:
    void listClouds();
    void scanDemo();
    void scanConfigured();
    void compare();
    void report(const Reading &reading);
    void fail(const Error &error);

    CommandLine m_line;
    std::unique_ptr<DemoCloud> m_demo;
    Reader m_reader;
};

} // namespace flotsam
