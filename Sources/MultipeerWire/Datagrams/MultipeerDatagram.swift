import WireCoding

/// A datagram between two peers. One UDP port carries three kinds: checks of addresses, sealed records, and plain packets
/// of the session layer.
///
/// The first byte says which kind it is: C1, D0, or for STUN 00 or 01. This is the owned form; ``MultipeerDatagramView``
/// reads the same in place.
@nonexhaustive
public enum MultipeerDatagram: Hashable, Sendable {
    /// A check of an address, in STUN form.
    case check(MultipeerCheck)
    /// A record of DTLS after its marker.
    case sealed(MultipeerSealedRecord)
    /// A packet of the session layer that is not encrypted.
    case packet(MultipeerPacket)

    /// What it is. Any datagram is something.
    public var kind: MultipeerDatagramKind {
        switch self {
        case .check(let check): MultipeerDatagramKind(check.type)
        case .sealed(let record): MultipeerDatagramKind(record.contentType)
        case .packet(let packet): packet.kind
        }
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: What is wrong, `invalidValue` for another first byte, `trailingBytes` for what follows.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(1, "datagram")
        let first = input.input[input.position]
        switch first {
        case MultipeerPacketHeader.marker: self = .packet(try MultipeerPacket(parsing: &input))
        case MultipeerSealedRecord.marker: self = .sealed(try MultipeerSealedRecord(parsing: &input))
        case 0...0x3F: self = .check(try MultipeerCheck(parsing: &input))
        default: throw input.error(.invalidValue(UInt64(first)), "datagram")
        }
        try input.expectEnd("datagram")
    }

    /// - Throws: What has no wire form.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        switch self {
        case .check(let check): try check.serialize(into: &output)
        case .sealed(let record): try record.serialize(into: &output)
        case .packet(let packet): try packet.serialize(into: &output)
        }
    }
}

extension MultipeerDatagramKind {
    /// The kind of a check.
    init(_ type: MultipeerCheck.MessageType) {
        self =
            switch type {
            case .request: .stunRequest
            case .response, .errorResponse: .stunResponse
            default: .unknown
            }
    }
}
