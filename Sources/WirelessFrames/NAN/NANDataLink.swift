import WireCoding

/// A step in agreeing on a schedule (attribute 20).
///
/// | bytes | field | where |
/// |---|---|---|
/// | 1 | dialog token | |
/// | 1 | type in the lower, status in the upper four bits | |
/// | 1 | reason | |
/// | 1 | control | |
/// | 1 | peer ID | control bit 0 |
/// | 2 | longest idle period in time units of 1024 µs, little-endian | control bit 4 |
/// | … | immutable schedule: ``NANScheduleEntry`` to the end | control bit 1 |
public struct NANDataLink: NANAttributeBody {
    public static let id = NANAttributeID.dataLink

    /// The same in all frames of one agreement.
    public var dialogToken: UInt8 = 0
    /// Type and status, with the numbers of ``NANDataPathHeader``.
    public var typeAndStatus: UInt8 = 0
    /// The reason for a rejection, 0 without one.
    public var reason = NANReason(rawValue: 0)
    /// Decides which of the optional fields are present; a present field that is nil is written as empty.
    public var control: UInt8 = 0
    /// The peer's number; nil without bit 0 of the control.
    public var peerID: UInt8?
    /// The longest time without traffic, in time units of 1024 µs; nil without bit 4 of the control.
    public var maxIdle: UInt16?
    /// The entries that must not be changed.
    public var entries: [NANScheduleEntry]?

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .size(4, "NAN data link"),
        .field("dialogToken", \.dialogToken, .number, .integer("NAN dialog token")),
        .bytes(\.typeAndStatus, .integer("NAN type and status")),
        .field("type", \.typeAndStatus.lowerNibble, .number(upTo: 15).meaning(NANStep.type)),
        .field("status", \.typeAndStatus.upperNibble, .number(upTo: 15).meaning(NANStep.status)),
        .field("reason", \.reason, .code(NANReason.meaning), .code("NAN reason")),
        .field("control", \.control, .number, .integer("NAN data link control")),
        .optional("peerID", \.peerID, .number, .integer("NAN peer ID"), if: .bits(0x01, of: "control", \.control)),
        .optional(
            "maxIdle", \.maxIdle, .number, .integer("NAN idle period"), if: .bits(0x10, of: "control", \.control)),
        .optional(
            "entries", \.entries, .list(.anyObject), .list(of: .element), if: .bits(0x02, of: "control", \.control)),
    ]
}

/// The requirements of a data link (attribute 21), 3 bytes: slots, latency (little-endian).
public struct NANDataLinkQoS: NANAttributeBody {
    public static let id = NANAttributeID.dataLinkQoS

    /// No limit of latency.
    public static let noLatencyLimit: UInt16 = 0xFFFF

    /// Time slots in each discovery window interval.
    public var minimumSlots: UInt8 = 0
    /// Slots of 16 time units between two that are used, ``noLatencyLimit`` for any.
    public var maximumLatency = noLatencyLimit

    public init() {}

    public static let fields: [FieldDescription<Self>] = [
        .size(3, "NAN data link QoS"),
        .field("minimumSlots", \.minimumSlots, .number(in: .slots), .integer("NAN minimum slots")),
        .field("maximumLatency", \.maximumLatency, .number(in: .slots), .integer("NAN maximum latency")),
    ]
}
