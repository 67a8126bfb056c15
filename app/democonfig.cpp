// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/democonfig.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace flotsam {

CloudConfig demoConfig(const QUrl &authUrl)
{
    CloudConfig config;
    config.name = u"demo"_s;
    config.origin = QCoreApplication::translate("flotsam", "simulated cloud in this program");
    config.authUrl = authUrl;
    config.userName = u"admin"_s;
    config.userDomainId = u"default"_s;
    config.password = Secret(u"secret"_s);
    config.projectName = u"admin"_s;
    config.projectDomainId = u"default"_s;
    config.simulatedClock = true;
    return config;
}

} // namespace flotsam
