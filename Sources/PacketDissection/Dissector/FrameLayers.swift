import PacketCapture
import WireCoding

/// Decodes frames layer by layer into named fields, with the header types of this module.
public enum FrameLayers {
    /// The layers of one frame, up to where it can be read.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds of the frame.
    ///   - linkType: What the bytes begin with.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    public static func layers(
        of bytes: Span<UInt8>, linkType: LinkType, originalLength: Int
    ) -> FrameDescription {
        let printer = LayerPrinter()
        var packet = DissectedPacket()
        PacketWalk(bytes, printer).link(linkType, 0, .packet(bytes, originalLength: originalLength), &packet)
        var description = printer.description
        if packet.transport != .none { description.transport = packet }
        return description
    }
}
