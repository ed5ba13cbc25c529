import WireCoding
import WirelessFrames

/// Data paths, and when and where devices are to be found.
extension NANFields {
    static func fields(_ header: NANDataPathHeader) -> [FrameField] {
        var fields = [
            FrameField("dialogToken", .number(header.dialogToken)),
            FrameField("type", .number(header.typeAndStatus & 15)),
            FrameField("status", .number(header.typeAndStatus >> 4)),
            FrameField("reason", .number(header.reason.rawValue)),
            FrameField("initiatorNDI", .text(header.initiatorNDI.description)),
            FrameField("ndpID", .number(header.ndpID)), FrameField("control", .number(header.control.rawValue)),
        ]
        if let publishID = header.publishID { fields.append(FrameField("publishID", .number(publishID))) }
        if let address = header.responderNDI { fields.append(FrameField("responderNDI", .text(address.description))) }
        return fields
    }

    static func fields(_ link: NANDataLink) -> [FrameField] {
        var fields = [
            FrameField("dialogToken", .number(link.dialogToken)),
            FrameField("type", .number(link.typeAndStatus & 15)),
            FrameField("status", .number(link.typeAndStatus >> 4)),
            FrameField("reason", .number(link.reason.rawValue)), FrameField("control", .number(link.control)),
        ]
        if let peerID = link.peerID { fields.append(FrameField("peerID", .number(peerID))) }
        if let maxIdle = link.maxIdle { fields.append(FrameField("maxIdle", .number(maxIdle))) }
        if let entries = link.entries {
            fields.append(FrameField("entries", .list(entries.map { .object(Self.fields($0)) })))
        }
        return fields
    }

    static func fields(_ entry: NANScheduleEntry) -> [FrameField] {
        [FrameField("mapID", .number(entry.mapID))] + fields(entry.timeBitmap)
    }

    static func fields(_ bitmap: NANTimeBitmap) -> [FrameField] {
        [
            FrameField("control", .number(bitmap.control)),
            FrameField("bitDuration", bitmap.bitDuration.map { .integer(Int64($0)) } ?? .null),
            FrameField("period", .integer(Int64(bitmap.period))),
            FrameField("startOffset", .integer(Int64(bitmap.startOffset))), FrameField("bitmap", .hex(bitmap.bitmap)),
        ]
    }

    static func fields(_ availability: NANAvailability) -> [FrameField] {
        [
            FrameField("sequenceID", .number(availability.sequenceID)),
            FrameField("control", .number(availability.control)), FrameField("mapID", .number(availability.mapID)),
            FrameField("entries", .list(availability.entries.map { .object(fields($0)) })),
        ]
    }

    private static func fields(_ entry: NANAvailability.Entry) -> [FrameField] {
        var fields = [
            FrameField("length", .integer(Int64(entry.length))), FrameField("control", .number(entry.control)),
            FrameField("type", .number(entry.kind)), FrameField("preference", .number(entry.preference)),
            FrameField("utilization", .number(entry.utilization)), FrameField("rxNSS", .number(entry.rxNSS)),
        ]
        if let bitmap = entry.timeBitmap { fields.append(FrameField("timeBitmap", .object(Self.fields(bitmap)))) }
        if let list = entry.list { fields += Self.fields(list) }
        if !entry.rest.isEmpty { fields.append(FrameField("rest", .hex(entry.rest))) }
        return fields
    }

    private static func fields(_ list: NANBandChannelList) -> [FrameField] {
        var fields = [FrameField("listControl", .number(list.control))]
        switch list.entries {
        case .bands(let bands): fields.append(FrameField("bandIDs", .list(bands.map { .number($0) })))
        case .channels(let channels):
            fields.append(FrameField("channels", .list(channels.map { .object(Self.fields($0)) })))
        }
        return fields
    }

    private static func fields(_ channel: NANBandChannelList.Channel) -> [FrameField] {
        var fields = [
            FrameField("operatingClass", .number(channel.operatingClass)),
            FrameField("channelBitmap", .number(channel.channelBitmap)),
            FrameField("primaryBitmap", .number(channel.primaryBitmap)),
        ]
        if let bitmap = channel.auxiliaryBitmap { fields.append(FrameField("auxiliaryBitmap", .number(bitmap))) }
        if let numbers = channel.channelNumbers {
            fields.append(FrameField("channelNumbers", .list(numbers.map { .number($0) })))
        }
        return fields
    }
}
