import WireCoding
import WirelessFrames

/// Makes data paths, and when and where devices are to be found, of the JSON object that tells of them.
struct NANScheduleReader {
    let object: JSONObjectReader

    func dataPath() throws(WireJSONError) -> NANDataPath {
        let info = try object.bytes("specificInfo")
        return NANDataPath(header: try header(implied: info == nil ? 0 : 0x20), specificInfo: info)
    }

    func dataPathExtension() throws(WireJSONError) -> NANDataPathExtension {
        var elements: [NANDataPathExtension.Element] = []
        for object in try object.objects("tlvs") ?? [] {
            elements.append(
                .init(
                    type: try object.required(object.number("type"), "type"),
                    value: try object.required(object.bytes("value"), "value")))
        }
        return NANDataPathExtension(header: try header(implied: 0), elements: elements)
    }

    /// - Parameter implied: Bits of the control that what is given besides asks for.
    private func header(implied: UInt8) throws(WireJSONError) -> NANDataPathHeader {
        let publishID: UInt8? = try object.number("publishID")
        let responder = try object.address("responderNDI")
        let control = implied | (publishID == nil ? 0 : 0x08) | (responder == nil ? 0 : 0x10)
        var header = NANDataPathHeader(
            dialogToken: try object.number("dialogToken") ?? 0, type: .request, status: .continued,
            reason: NANReason(rawValue: try object.number("reason") ?? 0),
            initiatorNDI: try object.required(object.address("initiatorNDI"), "initiatorNDI"),
            ndpID: try object.number("ndpID") ?? 0,
            control: NANDataPathControl(rawValue: try object.number("control") ?? control), publishID: publishID,
            responderNDI: responder)
        header.typeAndStatus = try typeAndStatus()
        return header
    }

    private func typeAndStatus() throws(WireJSONError) -> UInt8 {
        let type: UInt8 = try object.number("type", maximum: 15) ?? 0
        let status: UInt8 = try object.number("status", maximum: 15) ?? 0
        return type | status << 4
    }

    func dataLink() throws(WireJSONError) -> NANDataLink {
        let peerID: UInt8? = try object.number("peerID")
        let maxIdle: UInt16? = try object.number("maxIdle")
        let entries = try object.has("entries") ? scheduleEntries() : nil
        let implied: UInt8 = (peerID == nil ? 0 : 0x01) | (maxIdle == nil ? 0 : 0x10) | (entries == nil ? 0 : 0x02)
        return NANDataLink(
            dialogToken: try object.number("dialogToken") ?? 0, typeAndStatus: try typeAndStatus(),
            reason: NANReason(rawValue: try object.number("reason") ?? 0),
            control: try object.number("control") ?? implied, peerID: peerID, maxIdle: maxIdle, entries: entries)
    }

    func dataCluster() throws(WireJSONError) -> NANDataCluster {
        NANDataCluster(
            ndcID: try object.required(object.address("ndcID"), "ndcID"),
            control: try object.number("control") ?? 1, entries: try scheduleEntries())
    }

    private func scheduleEntries() throws(WireJSONError) -> [NANScheduleEntry] {
        var entries: [NANScheduleEntry] = []
        for object in try object.objects("entries") ?? [] {
            entries.append(
                NANScheduleEntry(mapID: try object.number("mapID") ?? 0, timeBitmap: try Self.timeBitmap(object)))
        }
        return entries
    }

    /// `control`, or `bitDuration`, `period` and `startOffset` in time units.
    private static func timeBitmap(_ object: JSONObjectReader) throws(WireJSONError) -> NANTimeBitmap {
        let bitmap = try object.required(object.bytes("bitmap"), "bitmap")
        guard bitmap.count <= 255 else { throw object.error("bitmap", "has more than 255 bytes") }
        if let control: UInt16 = try object.number("control") { return NANTimeBitmap(control: control, bitmap: bitmap) }
        let duration: UInt16 = try object.number("bitDuration") ?? 16
        let period: UInt16 = try object.number("period") ?? 512
        let offset: UInt16 = try object.number("startOffset", maximum: 16 * 0x1FF) ?? 0
        guard let durationCode = [UInt16(16), 32, 64, 128].firstIndex(of: duration) else {
            throw object.error("bitDuration", "is not 16, 32, 64 or 128")
        }
        guard let periodCode = [UInt16(0), 128, 256, 512, 1024, 2048, 4096, 8192].firstIndex(of: period) else {
            throw object.error("period", "is neither 0 nor a power of two from 128 to 8192")
        }
        guard offset % 16 == 0 else { throw object.error("startOffset", "is not a multiple of 16") }
        return NANTimeBitmap(
            control: UInt16(durationCode) | UInt16(periodCode) << 3 | (offset / 16) << 6, bitmap: bitmap)
    }

    func availability() throws(WireJSONError) -> NANAvailability {
        var entries: [NANAvailability.Entry] = []
        for object in try object.objects("entries") ?? [] { entries.append(try Self.availabilityEntry(object)) }
        let mapID: UInt16 = try object.number("mapID", maximum: 15) ?? 0
        return NANAvailability(
            sequenceID: try object.number("sequenceID") ?? 0, control: try object.number("control") ?? mapID,
            entries: entries)
    }

    private static func availabilityEntry(
        _ object: JSONObjectReader
    ) throws(WireJSONError) -> NANAvailability.Entry {
        var bitmap: NANTimeBitmap?
        if let object = try object.object("timeBitmap") { bitmap = try timeBitmap(object) }
        let kind: UInt16 = try object.number("type", maximum: 7) ?? 1
        let preference: UInt16 = try object.number("preference", maximum: 3) ?? 0
        let utilization: UInt16 = try object.number("utilization", maximum: 7) ?? 7
        let rxNSS: UInt16 = try object.number("rxNSS", maximum: 15) ?? 1
        let implied = kind | preference << 3 | utilization << 5 | rxNSS << 8 | (bitmap == nil ? 0 : 0x1000)
        return NANAvailability.Entry(
            control: try object.number("control") ?? implied, timeBitmap: bitmap, list: try list(object),
            rest: try object.bytes("rest") ?? [])
    }

    private static func list(_ object: JSONObjectReader) throws(WireJSONError) -> NANBandChannelList? {
        let control: UInt8? = try object.number("listControl")
        var list: NANBandChannelList?
        if let bands: [UInt8] = try object.numbers("bandIDs") {
            guard bands.count <= 15 else { throw object.error("bandIDs", "has more than 15 elements") }
            list = NANBandChannelList(bands: bands)
        } else if let objects = try object.objects("channels") {
            guard objects.count <= 15 else { throw object.error("channels", "has more than 15 elements") }
            var channels: [NANBandChannelList.Channel] = []
            for object in objects {
                channels.append(
                    .init(
                        operatingClass: try object.required(object.number("operatingClass"), "operatingClass"),
                        channelBitmap: try object.number("channelBitmap") ?? 0,
                        primaryBitmap: try object.number("primaryBitmap") ?? 0,
                        auxiliaryBitmap: try object.number("auxiliaryBitmap")))
            }
            list = NANBandChannelList(
                channels: channels, isContiguous: channels.allSatisfy { $0.auxiliaryBitmap == nil })
        }
        if let control { list?.flags = control & 15 }
        return list
    }
}
