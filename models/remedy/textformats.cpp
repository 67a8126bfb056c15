// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/remedy/textformats.h"

using namespace Qt::StringLiterals;

namespace flotsam {

QByteArray csvLine(const QStringList &fields)
{
    QStringList quoted;
    for (QString field : fields) {
        if (!field.isEmpty() && QStringView(u"=+-@\t\r").contains(field.front()))
            field.prepend(u'\'');
        if (field.contains(u'"') || field.contains(u',') || field.contains(u'\n') || field.contains(u'\r'))
            field = u'"' + field.replace(u'"', u"\"\""_s) + u'"';
        quoted += field;
    }
    return quoted.join(u',').toUtf8() + "\r\n";
}

QString shellQuoted(const QString &text)
{
    QString quoted = text;
    return u'\'' + quoted.replace(u'\'', u"'\\''"_s) + u'\'';
}

QString shellPlace(const Snapshot &snapshot)
{
    QString text;
    if (!snapshot.cloud.isEmpty())
        text += u"export OS_CLOUD=%1\n"_s.arg(shellQuoted(snapshot.cloud));
    if (!snapshot.region.isEmpty())
        text += u"export OS_REGION_NAME=%1\n"_s.arg(shellQuoted(snapshot.region));
    return text;
}

QString oneLine(const QString &text)
{
    QString line = text;
    for (QChar &c : line) {
        if (c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
            c = u' ';
    }
    return line.trimmed();
}

QString isoTime(const QDateTime &time) { return time.isValid() ? time.toUTC().toString(Qt::ISODateWithMs) : u""_s; }

QJsonObject quotaJson(const ProjectQuota &quota)
{
    return {{u"project_id"_s, quota.projectId},
            {u"project_name"_s, quota.projectName},
            {u"limit"_s, quota.limit},
            {u"used"_s, quota.used},
            {u"reserved"_s, quota.reserved}};
}

ProjectQuota quotaFromJson(const QJsonObject &object)
{
    ProjectQuota quota;
    quota.projectId = object.value("project_id"_L1).toString();
    quota.projectName = object.value("project_name"_L1).toString();
    quota.limit = object.value("limit"_L1).toInteger(-1);
    quota.used = object.value("used"_L1).toInteger();
    quota.reserved = object.value("reserved"_L1).toInteger();
    quota.known = !quota.projectId.isEmpty();
    return quota;
}

} // namespace flotsam
