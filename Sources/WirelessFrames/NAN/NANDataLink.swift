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

    public var dialogToken: UInt8
    /// Type and status, with the numbers of ``NANDataPathHeader``.
    public var typeAndStatus: UInt8
    public var reason: NANReason
    /// Decides which of the optional fields are present; a present field that is nil is written as empty.
    public var control: UInt8
    public var peerID: UInt8?
    public var maxIdle: UInt16?
    /// The entries that must not be changed.
    public var entries: [NANScheduleEntry]?

    public init(
        dialogToken: UInt8, typeAndStatus: UInt8, reason: NANReason = NANReason(rawValue: 0), control: UInt8,
        peerID: UInt8? = nil, maxIdle: UInt16? = nil, entries: [NANScheduleEntry]? = nil
    ) {
        self.dialogToken = dialogToken
        self.typeAndStatus = typeAndStatus
        self.reason = reason
        self.control = control
        self.peerID = peerID
        self.maxIdle = maxIdle
        self.entries = entries
    }

    /// - Throws: `truncated` when a part is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(4, "NAN data link")
        dialogToken = try input.readUInt8("NAN dialog token")
        typeAndStatus = try input.readUInt8("NAN type and status")
        reason = NANReason(rawValue: try input.readUInt8("NAN reason"))
        control = try input.readUInt8("NAN data link control")
        if control & 0x01 != 0 { peerID = try input.readUInt8("NAN peer ID") }
        if control & 0x10 != 0 { maxIdle = try input.readUInt16LittleEndian("NAN idle period") }
        guard control & 0x02 != 0 else { return }
        var entries: [NANScheduleEntry] = []
        while !input.isAtEnd { entries.append(try NANScheduleEntry(parsing: &input)) }
        self.entries = entries
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(dialogToken)
        output.writeUInt8(typeAndStatus)
        output.writeUInt8(reason.rawValue)
        output.writeUInt8(control)
        if control & 0x01 != 0 { output.writeUInt8(peerID ?? 0) }
        if control & 0x10 != 0 { output.writeUInt16LittleEndian(maxIdle ?? 0) }
        if control & 0x02 != 0 { for entry in entries ?? [] { entry.serialize(into: &output) } }
    }
}

extension NANDataLink {
    public static let blank = NANDataLink(dialogToken: 0, typeAndStatus: 0, control: 0)
    public static let fields: [FieldDescription<Self>] = [
        .field("dialogToken", \.dialogToken, .number),
        .field("type", \.typeNumber, .number(upTo: 15)),
        .field("status", \.statusNumber, .number(upTo: 15)),
        .field("reason", \.reason, .code),
        .field("control", \.control, .number),
        .optional("peerID", \.peerID, .number),
        .optional("maxIdle", \.maxIdle, .number),
        .optional("entries", \.entries, .list(.anyObject)),
    ]

    private var typeNumber: UInt8 {
        get { typeAndStatus & 15 }
        set { typeAndStatus = typeAndStatus & 0xF0 | newValue & 15 }
    }

    private var statusNumber: UInt8 {
        get { typeAndStatus >> 4 }
        set { typeAndStatus = typeAndStatus & 15 | newValue << 4 }
    }

    /// Makes the control that says which parts are there, unless one was given.
    public mutating func complete(from object: FieldObject?) throws(FieldError) {
        guard object?.has("control") != true else { return }
        let parts: UInt8 = (peerID == nil ? 0 : 0x01) | (maxIdle == nil ? 0 : 0x10) | (entries == nil ? 0 : 0x02)
        control = control & ~0x13 | parts
    }
}
