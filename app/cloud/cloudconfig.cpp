// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/cloudconfig.h"

namespace flotsam {

bool CloudConfig::needsSecret() const
{
    switch (method) {
    case AuthMethod::Password:
        return password.isEmpty();
    case AuthMethod::Token:
        return token.isEmpty();
    case AuthMethod::ApplicationCredential:
        return credentialSecret.isEmpty();
    }
    return false;
}

void CloudConfig::setSecret(const Secret &secret)
{
    switch (method) {
    case AuthMethod::Password:
        password = secret;
        break;
    case AuthMethod::Token:
        token = secret;
        break;
    case AuthMethod::ApplicationCredential:
        credentialSecret = secret;
        break;
    }
}

QString CloudConfig::userLabel() const
{
    switch (method) {
    case AuthMethod::Password:
        return userName.isEmpty() ? userId : userName;
    case AuthMethod::Token:
        return userName;
    case AuthMethod::ApplicationCredential:
        return credentialName.isEmpty() ? credentialId : credentialName;
    }
    return {};
}

} // namespace flotsam
