// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/inventory/gzip.h"

#include <QIODevice>

#include <zlib.h>

using namespace Qt::StringLiterals;

namespace flotsam {

namespace {
constexpr qsizetype ChunkBytes = 256 * 1024;
constexpr int GzipWindow = 15 + 16; // zlib's way to ask for a gzip header
} // namespace

struct GzipWriter::Stream : z_stream
{ };

bool isGzip(const QByteArray &data) { return data.startsWith("\x1f\x8b"); }

Result<QByteArray> gunzip(const QByteArray &data, qsizetype maxBytes)
{
    const auto damaged = [](const QString &why) {
        return Error{Error::Kind::File, u"Unpacking"_s, {}, 0, why, {}, u"The file is damaged or cut off"_s};
    };
    z_stream stream{};
    if (inflateInit2(&stream, GzipWindow) != Z_OK)
        return damaged(u"zlib cannot start"_s);
    const std::unique_ptr<z_stream, int (*)(z_stream *)> guard(&stream, inflateEnd);
    QByteArray out;
    qsizetype consumed = 0;
    int state = Z_OK;
    while (state != Z_STREAM_END) {
        if (stream.avail_in == 0) {
            const qsizetype part = std::min(ChunkBytes, data.size() - consumed);
            if (part == 0)
                return damaged(u"it ends too early"_s);
            stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.constData() + consumed));
            stream.avail_in = uInt(part);
            consumed += part;
        }
        const qsizetype had = out.size();
        out.resize(had + ChunkBytes);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + had);
        stream.avail_out = uInt(ChunkBytes);
        state = inflate(&stream, Z_NO_FLUSH);
        out.resize(had + ChunkBytes - qsizetype(stream.avail_out));
        if (state != Z_OK && state != Z_STREAM_END)
            return damaged(QString::fromLatin1(stream.msg ? stream.msg : "not a gzip file"));
        if (out.size() > maxBytes)
            return damaged(u"it is larger than %1 MiB unpacked"_s.arg(maxBytes >> 20));
    }
    return out;
}

GzipWriter::GzipWriter(QIODevice &device, bool pack)
    : m_device(device)
{
    if (pack) {
        m_stream = std::make_unique<Stream>();
        m_ok = deflateInit2(m_stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, GzipWindow, 8, Z_DEFAULT_STRATEGY)
            == Z_OK;
    }
}

GzipWriter::~GzipWriter()
{
    if (m_stream)
        deflateEnd(m_stream.get());
}

void GzipWriter::write(const QByteArray &data)
{
    m_buffer += data;
    if (m_buffer.size() >= ChunkBytes)
        pack(Z_NO_FLUSH);
}

bool GzipWriter::finish()
{
    pack(Z_FINISH);
    return m_ok;
}

void GzipWriter::pack(int flush)
{
    if (!m_ok)
        return;
    if (!m_stream) {
        deliver(m_buffer);
        m_buffer.clear();
        return;
    }
    m_stream->next_in = reinterpret_cast<Bytef *>(m_buffer.data());
    m_stream->avail_in = uInt(m_buffer.size());
    QByteArray out(ChunkBytes, Qt::Uninitialized);
    do {
        m_stream->next_out = reinterpret_cast<Bytef *>(out.data());
        m_stream->avail_out = uInt(out.size());
        m_ok = deflate(m_stream.get(), flush) != Z_STREAM_ERROR;
        deliver(out.first(out.size() - qsizetype(m_stream->avail_out)));
    } while (m_ok && m_stream->avail_out == 0);
    m_buffer.clear();
}

void GzipWriter::deliver(const QByteArray &data) { m_ok = m_ok && m_device.write(data) == data.size(); }

} // namespace flotsam
