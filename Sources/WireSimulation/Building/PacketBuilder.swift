import PacketCapture
import WireCoding
import WirelessFrames

/// A packet, layer by layer from the outside to the inside, with right lengths, checksums and types unless they are
/// asked to be wrong.
///
/// ```swift
/// let frame = try PacketBuilder.ethernet(from: "02:00:00:00:00:01", to: "02:00:00:00:00:02")
///     .vlan(7)
///     .ipv4(from: "10.0.0.1", to: "10.0.0.2")
///     .udp(from: 5353, to: 5353)
///     .payload(message)
///     .bytes
/// ```
///
/// A packet begins with ``ethernet(from:to:etherType:minimumSize:check:)``,
/// ``between(_:_:timeToLive:identification:)`` or ``radiotap(_:)``, or, without a link header or with that of 802.11
/// alone, with ``init()``. Each method returns the packet with one more layer inside those that it has, so that a
/// packet can be kept and completed in several ways. A field that says what follows, such as an EtherType, is that of
/// the next layer.
///
/// Nothing is judged before ``bytes`` is asked for, which throws where something does not fit.
public struct PacketBuilder: Sendable {
    var layers: [any PacketLayer] = []
    /// What is inside all layers.
    var content: [UInt8] = []

    /// A packet without any layer yet.
    public init() {}

    /// The packet with one more layer.
    func with(_ layer: some PacketLayer) -> PacketBuilder {
        var packet = self
        packet.layers.append(layer)
        return packet
    }

    /// Adds bytes at the end of what the innermost layer carries.
    public func payload(_ bytes: some Sequence<UInt8>) -> PacketBuilder {
        var packet = self
        packet.content += bytes
        return packet
    }

    /// Adds the body of an 802.11 frame, such as a beacon or an action.
    public func payload(_ body: IEEE80211Frame.Body) -> PacketBuilder {
        payload(ByteWriter.bytes(body.serialize(into:)))
    }

    /// What the bytes begin with, for the file that they go to: `LinkType.raw` for IP without a link
    /// header.
    public var linkType: LinkType { layers.first?.linkType ?? .raw }

    /// Bytes of frame check sequence at the end that nothing in the packet announces, nil for none: a file can say so.
    /// The flags of radiotap announce theirs.
    public var frameCheckSequenceLength: Int? {
        (layers.first?.check ?? .absent) == .absent ? nil : FrameCheckSequence.size
    }

    /// The whole packet.
    ///
    /// - Throws: `WireError` with the offset of the field in the packet. `tooLong`: content or options that a length
    ///   field cannot express, and an IPv6 address in an IPv4 header. `truncated`: a text that is not an address, and a
    ///   checksum with a pseudo header that has no IP header before it. `invalidValue`: a number that has more bits
    ///   than its field.
    public var bytes: [UInt8] {
        get throws(WireError) { try bytes(from: 0) }
    }

    /// A layer of the packet with all that is inside it.
    func bytes(from first: Int) throws(WireError) -> [UInt8] {
        for index in layers.indices {
            try at(index) { (layer) throws(WireError) in try layer.validate() }
        }
        var bytes = content
        for index in layers.indices[first...].reversed() {
            let place = LayerPlace(next: layers.dropFirst(index + 1).first, endpoints: endpoints(around: index))
            bytes = try at(index) { (layer) throws(WireError) in try layer.enclose(bytes, place) }
        }
        return bytes
    }

    /// Has a layer do something, whose errors count from the start of the layer.
    private func at<Result>(
        _ index: Int, _ work: (any PacketLayer) throws(WireError) -> Result
    ) throws(WireError) -> Result {
        do throws(WireError) {
            return try work(layers[index])
        } catch {
            let start = layers[..<index].reduce(0) { $0 + $1.headerSize }
            throw WireError(error.kind, field: error.field, offset: start + error.offset, limit: error.limit)
        }
    }

    /// The addresses of the nearest IP header outside a layer, as pseudo headers have them.
    private func endpoints(around index: Int) -> IPEndpoints? {
        layers[..<index].reduce(nil) { $1.endpoints(after: $0) }
    }
}
