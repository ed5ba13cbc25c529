import WireCoding

/// The common part of data path (attribute 16) and data path extension (attribute 41), read without allocating.
///
/// | bytes | field | where |
/// |---|---|---|
/// | 1 | dialog token | |
/// | 1 | type in the lower, status in the upper four bits | |
/// | 1 | reason | |
/// | 6 | initiator's data interface | |
/// | 1 | data path ID | |
/// | 1 | control | |
/// | 1 | publish ID | control bit 3 |
/// | 6 | responder's data interface | control bit 4 |
public struct NANDataPathHeader: Hashable, Sendable {
    /// The same in all frames of one set-up.
    public var dialogToken: UInt8
    /// Type and status.
    public var typeAndStatus: UInt8
    public var reason: NANReason
    /// The address that the initiator sends data from.
    public var initiatorNDI: LinkAddress
    /// The initiator's number of the data path.
    public var ndpID: UInt8
    /// Decides which of the optional fields are present; a present field that is nil is written as zeros.
    public var control: NANDataPathControl
    /// The instance ID of the publish that this is for.
    public var publishID: UInt8?
    public var responderNDI: LinkAddress?

    /// Which step of a set-up it is: 0 request, 1 response, 2 confirm, 3 security install, 4 terminate.
    @frozen
    public enum MessageType: UInt8, Hashable, Sendable {
        case request, response, confirm, securityInstall, terminate
    }

    /// How the set-up goes: 0 continued, 1 accepted, 2 rejected.
    @frozen
    public enum Status: UInt8, Hashable, Sendable {
        case continued, accepted, rejected
    }

    public init(
        dialogToken: UInt8, type: MessageType, status: Status, reason: NANReason = NANReason(rawValue: 0),
        initiatorNDI: LinkAddress, ndpID: UInt8, control: NANDataPathControl, publishID: UInt8? = nil,
        responderNDI: LinkAddress? = nil
    ) {
        self.dialogToken = dialogToken
        self.typeAndStatus = type.rawValue | status.rawValue << 4
        self.reason = reason
        self.initiatorNDI = initiatorNDI
        self.ndpID = ndpID
        self.control = control
        self.publishID = publishID
        self.responderNDI = responderNDI
    }

    /// Nil for values that are not assigned.
    public var type: MessageType? { MessageType(rawValue: typeAndStatus & 15) }
    /// Nil for values that are not assigned.
    public var status: Status? { Status(rawValue: typeAndStatus >> 4) }

    /// - Throws: `truncated` when a field is longer than what is left.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(11, "NAN data path")
        dialogToken = try input.readUInt8("NAN dialog token")
        typeAndStatus = try input.readUInt8("NAN type and status")
        reason = NANReason(rawValue: try input.readUInt8("NAN reason"))
        initiatorNDI = try input.readLinkAddress("NAN initiator NDI")
        ndpID = try input.readUInt8("NAN data path ID")
        control = NANDataPathControl(rawValue: try input.readUInt8("NAN data path control"))
        if control.hasPublishID { publishID = try input.readUInt8("NAN publish ID") }
        if control.hasResponderNDI { responderNDI = try input.readLinkAddress("NAN responder NDI") }
    }

    public func serialize(into output: inout ByteWriter) {
        output.writeUInt8(dialogToken)
        output.writeUInt8(typeAndStatus)
        output.writeUInt8(reason.rawValue)
        initiatorNDI.serialize(into: &output)
        output.writeUInt8(ndpID)
        output.writeUInt8(control.rawValue)
        if control.hasPublishID { output.writeUInt8(publishID ?? 0) }
        if control.hasResponderNDI { (responderNDI ?? LinkAddress(rawValue: 0)).serialize(into: &output) }
    }
}

extension NANDataPathHeader: DescribedElement {
    public static let blank = NANDataPathHeader(
        dialogToken: 0, type: .request, status: .continued, initiatorNDI: LinkAddress(rawValue: 0), ndpID: 0,
        control: NANDataPathControl(rawValue: 0))
    public static let fields: [FieldDescription<Self>] = [
        .field("dialogToken", \.dialogToken, .number),
        .field("type", \.typeNumber, .number(upTo: 15)),
        .field("status", \.statusNumber, .number(upTo: 15)),
        .field("reason", \.reason, .code),
        .required("initiatorNDI", \.initiatorNDI, .linkAddress),
        .field("ndpID", \.ndpID, .number),
        .field("control", \.control, .code),
        .optional("publishID", \.publishID, .number),
        .optional("responderNDI", \.responderNDI, .linkAddress),
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
        let parts: UInt8 = (publishID == nil ? 0 : 0x08) | (responderNDI == nil ? 0 : 0x10)
        control = NANDataPathControl(rawValue: control.rawValue & ~0x18 | parts)
    }
}
