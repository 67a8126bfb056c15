// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"
#include "models/inventory/snapshot.h"

#include <QByteArray>

namespace flotsam {

/// What a listing's objects do not say themselves. Written into the kept object under the snapshot's own keys.
struct DecodeContext
{
    QString stackId; ///< for resources and events: becomes `stack_id`
    QString projectId; ///< for quotas: becomes `project_id`
    QString tokenProjectId; ///< project of a stack that names none (a member's listing)
};

/// One answer of a list call, decoded. Pure value, may be made on any thread.
struct DecodedPage
{
    Snapshot items; ///< only the list, raw and counts of the page's source are filled
    QList<QString> ids; ///< ids in the order sent, to detect repeats and to page by marker
    QString next; ///< href of the next page, empty on the last one
    int sent = 0; ///< objects in the answer, damaged ones included
};

/// Decodes the body of a list call (`{"ports":[…],"ports_links":[…]}`, Ironic's `next`, Heat's `links`, the single
/// object of quota details). Fails with Error::Kind::Parse where the body is no JSON of that shape.
Result<DecodedPage> decodePage(SourceId source, const QByteArray &body, const DecodeContext &context = {});

/// Decodes the answer to a probe. \a body may be empty, HTML or cut off: that is Body::Other, never an error.
ServerProbe decodeServerProbe(int status, const QString &microversion, const QByteArray &body);
ActionsProbe decodeActionsProbe(int status, const QByteArray &body);

/// Time of an OpenStack API in any of its spellings ("…Z", "+00:00", microseconds, no zone = UTC).
Time parseTime(QStringView text);

} // namespace flotsam
