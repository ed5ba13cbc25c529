import WireCoding

/// What an end declares for a connection, in an extension of its hello or of its encrypted extensions (RFC 9000 §18, RFC
/// 9001 §8.2).
///
///     let parameters = try clientHello.quicTransportParameters()
///     parameters?.maxIdleTimeout
///
/// Parameters keep their order and the widths of their numbers, unknown ones their bytes.
public struct QUICTransportParameters: Hashable, Sendable {
    /// No two with the same number.
    public var parameters: [QUICTransportParameter]

    /// Parameters in the order in which they are written; no two may have the same number.
    public init(_ parameters: [QUICTransportParameter] = []) { self.parameters = parameters }

    /// Reads all that is left.
    ///
    /// - Throws: As ``QUICTransportParameter/init(parsing:)``, and `invalidValue` at a parameter that is there twice.
    public init(parsing input: inout ByteReader) throws(WireError) {
        parameters = []
        var seen: Set<QUICTransportParameterID> = []
        while !input.isAtEnd {
            let bookmark = input
            let parameter = try QUICTransportParameter(parsing: &input)
            guard seen.insert(parameter.id).inserted else {
                throw bookmark.error(.invalidValue(parameter.id.rawValue), "QUIC transport parameter")
            }
            parameters.append(parameter)
        }
    }

    /// Reads all that is left, sent by a client: it may not send those of servers.
    ///
    /// - Throws: As ``init(parsing:)``, and `invalidValue` where the parameters begin.
    public init(parsingClients input: inout ByteReader) throws(WireError) {
        let bookmark = input
        try self.init(parsing: &input)
        guard let wrong = parameters.first(where: { $0.id.isOfServers }) else { return }
        throw bookmark.error(.invalidValue(wrong.id.rawValue), "QUIC transport parameter of a client")
    }

    /// - Throws: `tooLong` for a connection ID of more than 20 bytes.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        for parameter in parameters { try parameter.serialize(into: &output) }
    }

    /// The value of a parameter; nil where it is left out.
    public subscript(id: QUICTransportParameterID) -> QUICTransportParameter.Value? {
        parameters.first { $0.id == id }?.value
    }
}

/// The values by which a connection goes: what is left out has the value that the RFC says.
extension QUICTransportParameters {
    private func integer(_ id: QUICTransportParameterID, default value: UInt64) -> UInt64 {
        if case .integer(let number) = self[id] { number.value } else { value }
    }

    private func connectionID(_ id: QUICTransportParameterID) -> [UInt8]? {
        if case .connectionID(let bytes) = self[id] { bytes } else { nil }
    }

    /// In milliseconds, nil where there is none. The smaller one of both ends counts (RFC 9000 §10.1).
    public var maxIdleTimeout: UInt64? {
        let value = integer(.maxIdleTimeout, default: 0)
        return value == 0 ? nil : value
    }

    /// The longest UDP payload that this end accepts, in bytes; 65,527 where it does not say.
    public var maxUDPPayloadSize: UInt64 { integer(.maxUDPPayloadSize, default: 65_527) }
    /// Bytes of all streams together that the other end may send at first.
    public var initialMaxData: UInt64 { integer(.initialMaxData, default: 0) }
    /// Bytes that the other end may send at first on a bidirectional stream that this end opens.
    public var initialMaxStreamDataBidirectionalLocal: UInt64 {
        integer(.initialMaxStreamDataBidirectionalLocal, default: 0)
    }
    /// Bytes that the other end may send at first on a bidirectional stream that the other end opens.
    public var initialMaxStreamDataBidirectionalRemote: UInt64 {
        integer(.initialMaxStreamDataBidirectionalRemote, default: 0)
    }
    /// Bytes that the other end may send at first on a unidirectional stream that it opens.
    public var initialMaxStreamDataUnidirectional: UInt64 { integer(.initialMaxStreamDataUnidirectional, default: 0) }
    /// How many bidirectional streams the other end may open at first.
    public var initialMaxStreamsBidirectional: UInt64 { integer(.initialMaxStreamsBidirectional, default: 0) }
    /// How many unidirectional streams the other end may open at first.
    public var initialMaxStreamsUnidirectional: UInt64 { integer(.initialMaxStreamsUnidirectional, default: 0) }
    /// The power of two by which the delays in this end's ACK frames of 1-RTT packets are multiplied; 3 where it does
    /// not say.
    public var ackDelayExponent: UInt64 { integer(.ackDelayExponent, default: 3) }
    /// The longest delay of this end's acknowledgments in milliseconds; 25 where it does not say.
    public var maxAckDelay: UInt64 { integer(.maxAckDelay, default: 25) }
    /// Whether this end supports no migration: the other end must not send from another address (RFC 9000 §18.2).
    public var disablesActiveMigration: Bool { self[.disableActiveMigration] != nil }
    /// How many connection IDs of the other end this end keeps; 2 where it does not say.
    public var activeConnectionIDLimit: UInt64 { integer(.activeConnectionIDLimit, default: 2) }
    /// In bytes, with the frame's type and length; 0 where DATAGRAM frames are not understood (RFC 9221 §3).
    public var maxDatagramFrameSize: UInt64 { integer(.maxDatagramFrameSize, default: 0) }
    /// Whether the other end may send packets without the fixed bit (RFC 9287 §3).
    public var greasesQUICBit: Bool { self[.greaseQUICBit] != nil }
    /// The destination connection ID of the client's first Initial packet; nil where it is left out, as by clients.
    public var originalDestinationConnectionID: [UInt8]? { connectionID(.originalDestinationConnectionID) }
    /// The source connection ID of this end's first Initial packet; nil where it is left out.
    public var initialSourceConnectionID: [UInt8]? { connectionID(.initialSourceConnectionID) }
    /// The source connection ID of the server's Retry packet; nil without one, and for clients.
    public var retrySourceConnectionID: [UInt8]? { connectionID(.retrySourceConnectionID) }

    /// The 16 bytes that identify a stateless reset (RFC 9000 §10.3); nil where they are left out, as by clients.
    public var statelessResetToken: [UInt8]? {
        if case .statelessResetToken(let bytes) = self[.statelessResetToken] { bytes } else { nil }
    }

    /// Where the server wants to be reached after the handshake; nil where it does not say, and for clients.
    public var preferredAddress: QUICPreferredAddress? {
        if case .preferredAddress(let address) = self[.preferredAddress] { address } else { nil }
    }

    /// The versions that this end speaks (RFC 9368 §3); nil where it does not say.
    public var versionInformation: QUICVersionInformation? {
        if case .versionInformation(let information) = self[.versionInformation] { information } else { nil }
    }
}

extension TLSExtension.ExtensionType {
    /// RFC 9001 §8.2.
    public static let quicTransportParameters = TLSExtension.ExtensionType(rawValue: 57)
    /// The same in drafts of QUIC.
    static let quicTransportParametersOfDrafts = TLSExtension.ExtensionType(rawValue: 0xFFA5)
}

extension [TLSExtension] {
    /// The transport parameters among the extensions of a client's hello, or of a server's encrypted extensions.
    ///
    /// - Parameter isClient: Whether they are those of a client.
    /// - Returns: Nil where there are none: it is not QUIC.
    /// - Throws: As ``QUICTransportParameters/init(parsing:)``. Offsets count from the start of the extension.
    public func quicTransportParameters(isClient: Bool) throws(WireError) -> QUICTransportParameters? {
        guard let content = self[.quicTransportParameters] ?? self[.quicTransportParametersOfDrafts] else {
            return nil
        }
        var input = ByteReader(content.span)
        return isClient
            ? try QUICTransportParameters(parsingClients: &input) : try QUICTransportParameters(parsing: &input)
    }
}

extension ClientHello {
    /// What the client declares for its connection of QUIC.
    ///
    /// - Returns: Nil where it declares nothing: it is not QUIC.
    /// - Throws: As ``QUICTransportParameters/init(parsingClients:)``. Offsets count from the start of the extension.
    public func quicTransportParameters() throws(WireError) -> QUICTransportParameters? {
        try extensions?.quicTransportParameters(isClient: true) ?? nil
    }
}
