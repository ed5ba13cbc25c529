import SealedChannels
import WireTesting

extension Generator where Value == QUICPacketHeader {
    /// The first packet of version 1 clients: an Initial without a token that fills a datagram of 1200 bytes.
    ///
    /// A header is read back only if as many bytes follow it as it announces, see
    /// ``SealedChannels/QUICPacketHeader/announcedLength``.
    public static var plausible: Generator {
        Generator { random in
            let length = unfailing { QUICVariableInteger(1182, width: .two) }
            return QUICPacketHeader(
                firstByte: 0xC0 | UInt8(random.number(in: 0...15)), version: .v1,
                destinationConnectionID: random.bytes(8),
                fields: .initial(token: [], tokenLengthWidth: .one, length: length))
        }
    }

    /// Headers of every type in both versions, a draft and an unknown version: connection IDs of none to 20 bytes, lengths in
    /// every width, of payloads of at most 63 bytes.
    public static var extreme: Generator { Generator { $0.extremeQUICHeader() } }
}

extension QUICPacketHeader {
    /// Bytes of payload that the header says follow it, 0 where it does not say.
    public var announcedLength: Int {
        switch fields {
        case .initial(_, _, let length), .protected(let length): Int(clamping: length.value)
        case .short, .retry, .supportedVersions, .unknown: 0
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func extremeQUICHeader() -> QUICPacketHeader {
        let low = UInt8(number(in: 0...15))
        let destination = bytes(extremeCount(upTo: 20))
        let source = bytes(extremeCount(upTo: 20))
        let version: QUICVersion = pick([.v1, .v2, QUICVersion(rawValue: 0xFF00_001D)])
        let width = pick(QUICVariableInteger.Width.allCases)
        let payload = UInt64(extremeCount(upTo: 63))
        let length = unfailing { QUICVariableInteger(payload, width: width) }
        func long(_ code: UInt8, _ version: QUICVersion, _ fields: QUICPacketHeader.Fields) -> QUICPacketHeader {
            // The codes of version 2 are one further on (RFC 9369 §3.2).
            let type = (code &+ (version == .v2 ? 0x10 : 0)) & 0x30
            return QUICPacketHeader(
                firstByte: 0xC0 | type | low, version: version, destinationConnectionID: destination,
                sourceConnectionID: source, fields: fields)
        }
        switch number(in: 0...6) {
        case 0:
            let token = extremeBytes(upTo: 60)
            return long(
                0, version,
                .initial(token: token, tokenLengthWidth: pick(QUICVariableInteger.Width.allCases), length: length))
        case 1: return long(0x10, version, .protected(length: length))
        case 2: return long(0x20, version, .protected(length: length))
        case 3: return long(0x30, version, .retry(token: extremeBytes(upTo: 60), integrityTag: bytes(16)))
        case 4:
            let versions = (0...number(in: 0...40)).map { _ in QUICVersion(rawValue: boundary()) }
            return long(0, .negotiation, .supportedVersions(versions))
        case 5: return long(0, QUICVersion(rawValue: 0xFACE_B002), .unknown)
        default:
            return QUICPacketHeader(
                firstByte: 0x40 | low, version: nil, destinationConnectionID: destination, fields: .short)
        }
    }
}
