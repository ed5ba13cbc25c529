import PacketDissection
import WireCoding

/// An IP header of a packet, with what the checksums of its content need.
struct NetworkLayer {
    let offset: Int
    let isIPv6: Bool
    /// The addresses before they were replaced.
    let source: IPAddress
    let destination: IPAddress
    /// Where the content ends by the header; nil where the header leaves that open.
    let end: Int?
    var isFragment: Bool
    /// The checksum of the header itself.
    var headerChecksum: ChecksumPlace?
    /// The addresses that took their places.
    let newSource: IPAddress
    let newDestination: IPAddress

    /// The checksum of the content.
    func checksum(_ kind: IPProtocol, _ layer: FrameLayer, _ draft: PacketDraft) -> ChecksumPlace {
        let field = layer.offset + (kind == .tcp ? 16 : kind == .udp ? 6 : 2)
        var end = end ?? draft.count
        if kind == .udp, draft.word(layer.offset + 4) >= 8 {
            end = min(end, layer.offset + draft.word(layer.offset + 4))
        }
        let hasPseudoHeader = kind != .icmp && kind != .igmp
        return ChecksumPlace(
            field: field, range: layer.offset..<max(layer.offset, end), kind: kind,
            ends: hasPseudoHeader ? (source, destination) : nil,
            newEnds: hasPseudoHeader ? (newSource, newDestination) : nil, isFragment: isFragment, draft)
    }
}

/// A checksum field, and how it was before anything was replaced.
struct ChecksumPlace {
    private enum State { case valid, partial, absent, wrong, unknown }

    private let field: Int
    private let range: Range<Int>
    private let kind: IPProtocol
    private let ends: (source: IPAddress, destination: IPAddress)?
    private let state: State

    init(
        field: Int, range: Range<Int>, kind: IPProtocol, ends: (IPAddress, IPAddress)?,
        newEnds: (IPAddress, IPAddress)?, isFragment: Bool, _ draft: PacketDraft
    ) {
        (self.field, self.range, self.kind) = (field, range, kind)
        self.ends = newEnds.map { (source: $0.0, destination: $0.1) }
        let value = UInt16(draft.word(field))
        if !draft.has(field, 2) || isFragment || range.upperBound > draft.count || field + 2 > range.upperBound {
            state = .unknown
        } else if value == 0, kind == .udp || kind == .tcp || kind == .ipv4 {
            state = .absent
        } else {
            let pseudo = Self.pseudo(ends.map { ($0.0, $0.1) }, kind, range.count)
            var sum = pseudo
            sum.add(draft.input.span.extracting(range))
            state = sum.value == 0 ? .valid : ends != nil && value == ~pseudo.value ? .partial : .wrong
        }
    }

    private static func pseudo(
        _ ends: (source: IPAddress, destination: IPAddress)?, _ kind: IPProtocol, _ length: Int
    ) -> InternetChecksum {
        guard let ends else { return InternetChecksum() }
        return InternetChecksum(
            pseudoHeaderFrom: ends.source, to: ends.destination, protocol: kind, length: length)
    }

    /// Writes what is as right or wrong as what was there.
    func write(into draft: inout PacketDraft) {
        let pseudo = Self.pseudo(ends, kind, range.count)
        switch state {
        case .absent: draft.putUInt16(0, at: field)
        // Nobody can tell; zero would say that there is none.
        case .unknown: draft.putUInt16(1, at: field)
        case .partial: draft.putUInt16(~pseudo.value, at: field)
        case .valid, .wrong:
            draft.putUInt16(0, at: field)
            var sum = pseudo
            sum.add(draft.output.span.extracting(range))
            let right = kind == .udp && sum.value == 0 ? 0xFFFF : sum.value
            guard state == .wrong else { return draft.putUInt16(right, at: field) }
            // Wrong, and neither none nor that of the pseudo header.
            let wrong = (UInt16(1)...4).map { right ^ $0 }.first { $0 != 0 && $0 != ~pseudo.value }
            draft.putUInt16(wrong ?? 1, at: field)
        }
    }
}
