import DNSWire
import PacketDissection
import WireCoding

/// A DNS message as a layer of a frame.
enum DNSLayer {
    /// `mdns` for port 5353 (RFC 6762 §11), `dns` for port 53, nil for others.
    static func name(_ sourcePort: UInt16, _ destinationPort: UInt16) -> String? {
        if sourcePort == WellKnownPort.multicastDNS || destinationPort == WellKnownPort.multicastDNS { return "mdns" }
        return sourcePort == WellKnownPort.dns || destinationPort == WellKnownPort.dns ? "dns" : nil
    }

    /// Reads as much of the message as there is.
    ///
    /// - Parameter offset: The offset of the message from the start of the frame.
    static func read(
        _ message: Span<UInt8>, name: String, at offset: Int
    ) -> (layer: FrameLayer, fault: FrameFault?) {
        let (content, error) = DNSMessage.parsePrefix(message, baseOffset: offset)
        let layer = FrameLayer(name: name, offset: offset, length: message.count, fields: content.fieldValues)
        return (layer, error.map { FrameFault(layer: name, offset: $0.offset, message: $0.description) })
    }
}
