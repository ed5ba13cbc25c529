import PacketDissection
import WireCoding

extension PacketBuilder {
    /// The fragments of the outermost IP packet (RFC 791 §3.2, RFC 8200 §4.5), each a packet of its own with the layers
    /// outside that packet, so that they can be sent in any order, twice or not at all.
    ///
    /// Checksums inside are those of the whole datagram. Fragments of a fragment go on at its offset.
    ///
    /// - Parameters:
    ///   - size: Bytes that an IP packet may have: the MTU.
    ///   - identification: Common to all; nil for that of the IPv4 header, and 1 in IPv6.
    /// - Returns: The packet itself if it fits or has no IP header.
    /// - Throws: What ``bytes`` throws; `tooLong` where not even eight bytes fit beside the headers, and for a datagram
    ///   that offsets cannot express.
    public func fragments(ofAtMost size: Int, identification: UInt32? = nil) throws(WireError) -> [PacketBuilder] {
        guard let index = layers.firstIndex(where: { $0 is IPv4Layer || $0 is IPv6Layer }) else { return [self] }
        let ends = repeatedLayers(after: index)
        let headers = layers[index..<ends].reduce(0) { $0 + $1.headerSize }
        let datagram = try bytes(from: ends)
        guard headers + datagram.count > size else { return [self] }
        let ownSize = layers[index] is IPv6Layer ? 8 : 0
        let piece = (size - headers - ownSize) / 8 * 8
        guard piece > 0 else {
            throw WireError(.tooLong(length: headers + ownSize + 8, maximum: size), field: "IP fragment", offset: 0)
        }
        return try fragments(of: datagram, piece, layer: index, before: ends, identification)
    }

    /// The fragments with that many bytes of the datagram in each but the last.
    ///
    /// - Parameter size: A multiple of eight.
    func fragments(ofPayload size: Int, identification: UInt32) throws(WireError) -> [PacketBuilder] {
        guard let index = layers.firstIndex(where: { $0 is IPv4Layer || $0 is IPv6Layer }) else { return [self] }
        let ends = repeatedLayers(after: index)
        return try fragments(of: try bytes(from: ends), size, layer: index, before: ends, identification)
    }

    /// The index after an IP header and those of its extension headers that every fragment has.
    private func repeatedLayers(after index: Int) -> Int {
        let extensions = layers[(index + 1)...].prefix { $0 is ExtensionLayer }
        let last = extensions.lastIndex { ($0 as? ExtensionLayer)?.isRepeatedInFragments == true }
        return (last ?? index) + 1
    }

    private func fragments(
        of datagram: [UInt8], _ size: Int, layer index: Int, before ends: Int, _ identification: UInt32?
    ) throws(WireError) -> [PacketBuilder] {
        let place = LayerPlace(next: layers.dropFirst(ends).first, endpoints: nil)
        let first = (layers[index] as? IPv4Layer)?.header.fragmentOffset ?? 0
        try WireError.checkLength(Int(first) * 8 + datagram.count, "IP datagram", maximum: 0xFFFF)
        return stride(from: 0, to: datagram.count, by: size).map { start in
            let end = min(start + size, datagram.count)
            var packet = PacketBuilder()
            packet.layers = Array(layers[..<ends])
            packet.content = Array(datagram[start..<end])
            if var layer = layers[index] as? IPv4Layer {
                layer.wantedProtocol = place.ipProtocol(layer.wantedProtocol, of: datagram)
                layer.header.flags.remove(.doNotFragment)
                if end < datagram.count { layer.header.flags.insert(.moreFragments) }
                layer.header.fragmentOffset = first + UInt16(truncatingIfNeeded: start / 8)
                if let identification { layer.header.identification = UInt16(truncatingIfNeeded: identification) }
                packet.layers[index] = layer
                return packet
            }
            let wanted = (layers[ends - 1] as? ExtensionLayer)?.wantedHeader
            return packet.fragmentHeader(
                offset: UInt16(truncatingIfNeeded: start / 8), moreFragments: end < datagram.count,
                identification: identification ?? 1, nextHeader: place.ipProtocol(wanted, of: datagram))
        }
    }
}
