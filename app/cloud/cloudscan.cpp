// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/cloudscan.h"

#include "app/cloud/cloudscanrun.h"

namespace flotsam {

CloudScan::CloudScan(const CloudConfig &config, const ScanOptions &options, QObject *parent)
    : QObject(parent)
    , m_run(std::make_unique<Run>(*this, config, options))
{ }

CloudScan::~CloudScan() { cancel(); }

void CloudScan::start()
{
    if (m_run)
        m_run->start();
}

ScanRegions CloudScan::regions() const { return m_run ? m_run->regions() : ScanRegions(); }

void CloudScan::cancel()
{
    if (!m_run)
        return;
    m_run->stop();
    if (m_run->isBusy())
        m_run.release()->deleteLater();
    else
        m_run.reset();
}

} // namespace flotsam
