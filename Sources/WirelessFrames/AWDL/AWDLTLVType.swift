import WireCoding

/// The type of an element in an AWDL action frame: its first byte. There is no published list; the names are those that
/// analyzers have given. Those from 28 on are ours and describe when the elements were seen.
@frozen
public struct AWDLTLVType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    // Computed, so that other modules see the numbers: a stored one is accessed through its initializer each time.
    /// 0, of early systems by its name, still sent. Its layout is not known.
    @inlinable public static var ssthRequest: AWDLTLVType { AWDLTLVType(rawValue: 0) }
    /// 1, of early systems: a request for a service, by its name. Its layout is not known.
    @inlinable public static var serviceRequest: AWDLTLVType { AWDLTLVType(rawValue: 1) }
    /// ``AWDLServiceResponse``
    @inlinable public static var serviceResponse: AWDLTLVType { AWDLTLVType(rawValue: 2) }
    /// ``AWDLSynchronizationParameters``
    @inlinable public static var synchronizationParameters: AWDLTLVType { AWDLTLVType(rawValue: 4) }
    /// ``AWDLElectionParameters``
    @inlinable public static var electionParameters: AWDLTLVType { AWDLTLVType(rawValue: 5) }
    /// ``AWDLServiceParameters``
    @inlinable public static var serviceParameters: AWDLTLVType { AWDLTLVType(rawValue: 6) }
    /// ``AWDLHTCapabilities``
    @inlinable public static var htCapabilities: AWDLTLVType { AWDLTLVType(rawValue: 7) }
    /// 8, of early systems: the use of ``htCapabilities``, by its name. Its layout is not known.
    @inlinable public static var enhancedDataRateOperation: AWDLTLVType { AWDLTLVType(rawValue: 8) }
    /// 9, of early systems: the access point, by its name. Its layout is not known.
    @inlinable public static var infrastructure: AWDLTLVType { AWDLTLVType(rawValue: 9) }
    /// 10, of early systems. Its layout is not known.
    @inlinable public static var invite: AWDLTLVType { AWDLTLVType(rawValue: 10) }
    /// 11, of early systems: text for debugging, by its name.
    @inlinable public static var debugString: AWDLTLVType { AWDLTLVType(rawValue: 11) }
    /// ``AWDLDataPathState``
    @inlinable public static var dataPathState: AWDLTLVType { AWDLTLVType(rawValue: 12) }
    /// 13, of early systems: a packet within an action frame, by its name.
    @inlinable public static var encapsulatedIP: AWDLTLVType { AWDLTLVType(rawValue: 13) }
    /// 14, of early systems, for debugging. Its layout is not known.
    @inlinable public static var debugPacketLive: AWDLTLVType { AWDLTLVType(rawValue: 14) }
    /// 15, of early systems, for debugging. Its layout is not known.
    @inlinable public static var debugActionFrameLive: AWDLTLVType { AWDLTLVType(rawValue: 15) }
    /// ``AWDLHostName``
    @inlinable public static var hostName: AWDLTLVType { AWDLTLVType(rawValue: 16) }
    /// ``AWDLElementContainer``
    @inlinable public static var ieee80211Container: AWDLTLVType { AWDLTLVType(rawValue: 17) }
    /// ``AWDLChannelSequence``
    @inlinable public static var channelSequence: AWDLTLVType { AWDLTLVType(rawValue: 18) }
    /// ``AWDLSynchronizationTree``
    @inlinable public static var synchronizationTree: AWDLTLVType { AWDLTLVType(rawValue: 20) }
    /// ``AWDLVersion``
    @inlinable public static var version: AWDLTLVType { AWDLTLVType(rawValue: 21) }
    /// 22. Its layout is not known.
    @inlinable public static var bloomFilter: AWDLTLVType { AWDLTLVType(rawValue: 22) }
    /// 23: synchronization with Wi-Fi Aware, by its name. Its layout is not known.
    @inlinable public static var nanSync: AWDLTLVType { AWDLTLVType(rawValue: 23) }
    /// ``AWDLElectionParametersV2``
    @inlinable public static var electionParametersV2: AWDLTLVType { AWDLTLVType(rawValue: 24) }
    /// Seen from senders of AWDL version 7.0 and up alone; what it says is not known, so that it is kept as bytes.
    @inlinable public static var sinceVersion7: AWDLTLVType { AWDLTLVType(rawValue: 28) }
    /// About 6 GHz. Its bytes 6 to 8 are 04 08 02 and the two after them change. Their meaning is not known, nor their
    /// number, so they are kept unchanged.
    @inlinable public static var sixGHz: AWDLTLVType { AWDLTLVType(rawValue: 32) }
    /// ``AWDLSixGHzAssociation``
    @inlinable public static var sixGHzAssociation: AWDLTLVType { AWDLTLVType(rawValue: 33) }
    /// Seen around the exchange of data, always 01 01; what it says is not known, so that it is kept as bytes.
    @inlinable public static var dataSession: AWDLTLVType { AWDLTLVType(rawValue: 35) }
}

extension AWDLTLVType: CustomStringConvertible {
    /// The names of those whose fields are not known.
    private static let names: [UInt8: String] = [
        0: "SSTH request", 1: "service request", 8: "enhanced data rate operation", 9: "infrastructure", 10: "invite",
        11: "debug string", 13: "encapsulated IP", 14: "debug packet live", 15: "debug action frame live",
        22: "Bloom filter", 23: "NAN sync", 28: "since version 7", 32: "6 GHz", 35: "data session",
    ]

    /// Lower case words, nil for a type without a name.
    public var name: String? { AWDLTLV.element(of: self)?.name ?? Self.names[rawValue] }

    static let meaning = FieldMeaning.name { AWDLTLVType(rawValue: UInt8(truncatingIfNeeded: $0)).name }

    /// Lower case words, or `type 25` for those without a name.
    public var description: String { name ?? "type \(rawValue)" }
}
