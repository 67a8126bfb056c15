// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/yamlfile.h"

#include <QFile>
#include <QJsonArray>

#include <yaml-cpp/yaml.h>

using namespace Qt::StringLiterals;

namespace flotsam {
namespace {

constexpr qint64 MaxFileSize = 4 * 1024 * 1024;
constexpr int MaxDepth = 64;
constexpr int MaxNodes = 200'000; // aliases are expanded: a small file can describe a huge tree

struct Rejected
{
    QString message;
    int line = -1;
};

class Converter
{
public:
    QJsonValue value(const YAML::Node &node, int depth = 0)
    {
        if (depth > MaxDepth)
            reject(u"nested too deeply"_s, node);
        if (++m_nodes > MaxNodes)
            reject(u"too many values"_s, node);
        switch (node.Type()) {
        case YAML::NodeType::Map:
            return object(node, depth);
        case YAML::NodeType::Sequence: {
            QJsonArray array;
            for (const YAML::Node &item : node)
                array.append(value(item, depth + 1));
            return array;
        }
        case YAML::NodeType::Scalar:
            return scalar(node);
        case YAML::NodeType::Null:
        case YAML::NodeType::Undefined:
            break;
        }
        return QJsonValue::Null;
    }

    QJsonObject object(const YAML::Node &map, int depth)
    {
        QJsonObject own;
        QJsonObject inherited;
        for (const auto &pair : map) {
            if (!pair.first.IsScalar())
                reject(u"a key is not plain text"_s, pair.first);
            const QString key = QString::fromStdString(pair.first.Scalar());
            if (key == "<<"_L1 && pair.first.Tag() == "?")
                inherit(inherited, pair.second, depth);
            else
                own.insert(key, value(pair.second, depth + 1));
        }
        for (auto it = own.constBegin(); it != own.constEnd(); ++it)
            inherited.insert(it.key(), it.value());
        return inherited;
    }

private:
    [[noreturn]] static void reject(const QString &message, const YAML::Node &node)
    {
        throw Rejected{message, node.Mark().line};
    }

    void inherit(QJsonObject &into, const YAML::Node &source, int depth)
    {
        if (source.IsMap()) {
            const QJsonObject parent = object(source, depth + 1);
            for (auto it = parent.constBegin(); it != parent.constEnd(); ++it) {
                if (!into.contains(it.key()))
                    into.insert(it.key(), it.value());
            }
        } else if (source.IsSequence()) {
            if (depth > MaxDepth)
                reject(u"nested too deeply"_s, source);
            for (const YAML::Node &parent : source)
                inherit(into, parent, depth + 1);
        } else {
            reject(u"'<<' wants a mapping"_s, source);
        }
    }

    static QJsonValue scalar(const YAML::Node &node)
    {
        const QString text = QString::fromStdString(node.Scalar());
        if (node.Tag() != "?")
            return text;
        if (text == "~"_L1 || text.isEmpty() || text == "null"_L1 || text == "Null"_L1 || text == "NULL"_L1)
            return QJsonValue::Null;
        const QString lower = text.toLower();
        const bool oneCase = text == lower || text == text.toUpper() || text.mid(1) == lower.mid(1);
        if (oneCase && (lower == "true"_L1 || lower == "yes"_L1 || lower == "on"_L1))
            return true;
        if (oneCase && (lower == "false"_L1 || lower == "no"_L1 || lower == "off"_L1))
            return false;
        return text;
    }

    int m_nodes = 0;
};

Error yamlError(const QString &path, int line, const QString &message)
{
    Error error;
    error.kind = Error::Kind::Config;
    error.what = u"Reading the cloud configuration"_s;
    error.object = line < 0 ? path : path + u':' + QString::number(line + 1);
    error.serviceMessage = message;
    return error;
}

} // namespace

Result<QJsonObject> readYamlFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return yamlError(path, -1, file.errorString());
    if (file.size() > MaxFileSize)
        return yamlError(path, -1, u"the file is larger than 4 MiB"_s);
    const QByteArray text = file.readAll();
    try {
        const YAML::Node root = YAML::Load(text.toStdString());
        if (root.IsNull() || !root.IsDefined())
            return QJsonObject{};
        if (!root.IsMap())
            return yamlError(path, root.Mark().line, u"a mapping was expected, such as 'clouds:'"_s);
        return Converter().object(root, 0);
    } catch (const Rejected &rejected) {
        return yamlError(path, rejected.line, rejected.message);
    } catch (const YAML::Exception &exception) {
        return yamlError(path, exception.mark.line, QString::fromStdString(exception.msg));
    }
}

} // namespace flotsam
