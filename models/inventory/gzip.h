// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"

#include <QByteArray>

#include <memory>

class QIODevice;

namespace flotsam {

bool isGzip(const QByteArray &data);
/// Fails (Error::Kind::File) on damaged or cut-off data and above \a maxBytes unpacked.
Result<QByteArray> gunzip(const QByteArray &data, qsizetype maxBytes = qsizetype(4) << 30);

/// Writes to a device, packed or as it is. Errors are kept until finish().
class GzipWriter
{
public:
    GzipWriter(QIODevice &device, bool pack);
    ~GzipWriter();
    void write(const QByteArray &data);
    /// Flushes; false where anything could not be written.
    bool finish();

private:
    struct Stream;
    void deliver(const QByteArray &data);
    QIODevice &m_device;
    std::unique_ptr<Stream> m_stream;
    QByteArray m_buffer;
    bool m_ok = true;
    void pack(int flush);
};

} // namespace flotsam
