import PacketDissection
import WireCoding

/// What a ``PacketBuilder`` writes as the checksum of an IPv4, TCP, UDP or ICMP header.
@nonexhaustive
public enum PacketChecksum: Hashable, Sendable {
    /// The right one (RFC 1071), over the bytes that the packet has, whatever its headers declare.
    case computed
    /// One that is wrong for every reader. It is not one that a system leaves to its network card either.
    case wrong
    /// What a system leaves to its network card, as captures on the sending host show it: the sum of the pseudo header
    /// in TCP and UDP, 0 in other headers.
    case offloaded
    /// This number. In UDP over IPv4, 0 says that the sender computed none.
    case value(UInt16)

    /// The number to write.
    ///
    /// - Parameters:
    ///   - right: The right one.
    ///   - partial: What a system leaves to its network card.
    func number(right: UInt16, partial: UInt16) -> UInt16 {
        switch self {
        case .computed: return right
        case .offloaded: return partial
        case .value(let number): return number
        case .wrong:
            // Of three, at most one is the sum of the pseudo header and at most one is 0 or 0xFFFF, which are two forms
            // of one sum.
            let numbers: [UInt16] = [right ^ 0x5555, right ^ 0x3333, right ^ 0x0F0F]
            return numbers.first { ![0, 0xFFFF, partial].contains($0) } ?? right ^ 0x00FF
        }
    }

    /// The checksum of a transport header with its content, whose field is zero.
    ///
    /// - Throws: `truncated` where there is no IP header with addresses for a pseudo header.
    func number(over bytes: [UInt8], _ ipProtocol: IPProtocol, _ place: LayerPlace) throws(WireError) -> UInt16 {
        if case .value(let number) = self { return number }
        guard let ends = place.endpoints else {
            throw WireError(.truncated(needed: IPv4Header.minimumSize, available: 0), field: "IP header", offset: 0)
        }
        let pseudo = InternetChecksum(
            pseudoHeaderFrom: ends.source, to: ends.destination, protocol: ipProtocol, length: bytes.count)
        var sum = pseudo
        sum.add(bytes.span)
        // A UDP checksum of 0 would say that there is none (RFC 768).
        let right = ipProtocol == .udp && sum.value == 0 ? 0xFFFF : sum.value
        return number(right: right, partial: ipProtocol == .icmpv6 ? 0 : ~pseudo.value)
    }
}
