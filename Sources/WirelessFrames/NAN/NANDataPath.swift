import WireCoding

/// A step in setting up or ending a data path, in the older form (attribute 16): ``NANDataPathHeader``, then bytes of the
/// service to the end where control bit 5 is set.
public struct NANDataPath: NANAttributeBody {
    public static let id = NANAttributeID.dataPath

    /// Its control decides whether specific info is there.
    public var header: NANDataPathHeader
    /// The data of the service, to the end of the attribute; written only if the control announces it.
    public var specificInfo: [UInt8]?

    public init() { self.init(header: NANDataPathHeader()) }

    /// A step of a set-up. Specific info is written only where the header's control announces it.
    public init(header: NANDataPathHeader, specificInfo: [UInt8]? = nil) {
        self.header = header
        self.specificInfo = specificInfo
    }

    public static let fields: [FieldDescription<Self>] = [
        .part(\.header),
        .optional(
            "specificInfo", \.specificInfo, .hex, .rest, if: .bits(0x20, of: "control", \.header.control.rawValue)),
    ]
}

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
    public var dialogToken: UInt8 = 0
    /// Type and status.
    public var typeAndStatus: UInt8 = 0
    /// The reason for a rejection or for the end of the data path, 0 without one.
    public var reason = NANReason(rawValue: 0)
    /// The address that the initiator sends data from.
    public var initiatorNDI = LinkAddress.zero
    /// The initiator's number of the data path.
    public var ndpID: UInt8 = 0
    /// Decides which of the optional fields are present; a present field that is nil is written as zeros.
    public var control = NANDataPathControl(rawValue: 0)
    /// The instance ID of the publish that this is for.
    public var publishID: UInt8?
    /// The address that the responder sends data from; nil without bit 4 of the control, as in requests.
    public var responderNDI: LinkAddress?

    /// Which step of a set-up it is: 0 request, 1 response, 2 confirm, 3 security install, 4 terminate.
    @frozen
    public enum MessageType: UInt8, Hashable, Sendable {
        /// The initiator asks for a data path.
        case request
        /// The responder accepts or rejects it.
        case response
        /// The initiator answers the response, where ``NANDataPathControl/confirmRequired`` says so.
        case confirm
        /// The responder has the keys of an encrypted data path.
        case securityInstall
        /// Either device ends the data path.
        case terminate
    }

    /// How the set-up goes: 0 continued, 1 accepted, 2 rejected.
    @frozen
    public enum Status: UInt8, Hashable, Sendable {
        /// Further steps follow.
        case continued
        /// The data path is set up.
        case accepted
        /// The data path is not set up; ``NANDataPathHeader/reason`` says why.
        case rejected
    }

    public init() {}

    /// Nil for values that are not assigned.
    public var type: MessageType? { MessageType(rawValue: typeAndStatus.lowerNibble) }
    /// Nil for values that are not assigned.
    public var status: Status? { Status(rawValue: typeAndStatus.upperNibble) }

    /// Reads the bytes without the table of fields, as analysis does for every step.
    ///
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
}

extension NANDataPathHeader: DescribedElement {
    public static let fields: [FieldDescription<Self>] = [
        .field("dialogToken", \.dialogToken, .number, .integer("NAN dialog token")),
        .bytes(\.typeAndStatus, .integer("NAN type and status")),
        .field("type", \.typeAndStatus.lowerNibble, .number(upTo: 15).meaning(NANStep.type)),
        .field("status", \.typeAndStatus.upperNibble, .number(upTo: 15).meaning(NANStep.status)),
        .field("reason", \.reason, .code(NANReason.meaning), .code("NAN reason")),
        .required("initiatorNDI", \.initiatorNDI, .linkAddress, .address("NAN initiator NDI")),
        .field("ndpID", \.ndpID, .number, .integer("NAN data path ID")),
        .field("control", \.control, .code, .code("NAN data path control")),
        .optional(
            "publishID", \.publishID, .number, .integer("NAN publish ID"),
            if: .bits(0x08, of: "control", \.control.rawValue)),
        .optional(
            "responderNDI", \.responderNDI, .linkAddress, .address("NAN responder NDI"),
            if: .bits(0x10, of: "control", \.control.rawValue)),
    ]
}

/// Which parts a data path attribute has (attributes 16 and 41, NDP control).
@frozen
public struct NANDataPathControl: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bit 0: the set-up needs a confirm after the response.
    public var confirmRequired: Bool { rawValue & 0x01 != 0 }
    /// Bit 2: the data path is encrypted, so that security attributes are in the frame.
    public var hasSecurity: Bool { rawValue & 0x04 != 0 }
    /// Bit 3: ``NANDataPathHeader/publishID`` is there.
    public var hasPublishID: Bool { rawValue & 0x08 != 0 }
    /// Bit 4: ``NANDataPathHeader/responderNDI`` is there.
    public var hasResponderNDI: Bool { rawValue & 0x10 != 0 }
    /// In attribute 16, that specific info follows; in attribute 41, that a group key is required.
    public var hasSpecificInfo: Bool { rawValue & 0x20 != 0 }
}

/// Why Wi-Fi Aware rejected or ended something.
@frozen
public struct NANReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension NANReason {
    static let meaning = FieldMeaning.name { $0 < names.count ? names[Int($0)] : nil }
}

extension NANReason: CustomStringConvertible {
    /// The words for the assigned numbers, from 0 on.
    fileprivate static let names = [
        "none", "unspecified", "resource limitation", "invalid parameters", "FTM parameters incapable", "no movement",
        "invalid availability", "immutable schedule unacceptable", "security policy", "QoS unacceptable",
        "data path rejected", "data link unacceptable", "ranging schedule unacceptable",
        "pairing bootstrapping rejected",
    ]

    /// A few words, or the number where it is not assigned.
    public var description: String {
        Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "reason \(rawValue)"
    }
}
