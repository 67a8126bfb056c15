// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/inventory/error.h"

#include <QJsonObject>

namespace flotsam {

/// A YAML (or JSON) file whose root is a mapping, as JSON. Plain booleans and nulls keep their type; every other scalar
/// is its text, so that `project_id: 0123` is not read as a number. Merge keys (`<<`) are applied.
/// An empty file is an empty object. Errors name file and line and never quote the file.
Result<QJsonObject> readYamlFile(const QString &path);

} // namespace flotsam
