// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demostate.h"

/// Nova's objects as its API sends them at a compute microversion.
namespace flotsam::demo {

struct ServerView
{
    const DemoState &state;
    QString base; ///< e.g. http://127.0.0.1:5000/compute
    int minor = 1; ///< microversion 2.<minor>
    bool admin = false;
    bool show = false; ///< GET of one server: a few keys more
};

void writeServer(JsonWriter &out, const ServerView &view, const Server &server);
/// What a listing without details holds, and links in other answers.
void writeServerBrief(JsonWriter &out, const ServerView &view, const Server &server);
/// A server whose cell does not answer, from 2.69 on.
void writeServerStub(JsonWriter &out, const ServerView &view, const Server &server);
QJsonObject serverJson(const ServerView &view, const Server &server);
QJsonObject flavorJson(const Flavor &flavor, const QString &base, int minor, bool detail);
QJsonObject imageJson(const Image &image);
Reply novaError(int status, const QString &message);

} // namespace flotsam::demo
