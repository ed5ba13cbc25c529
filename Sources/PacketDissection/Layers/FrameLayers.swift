import PacketCapture
import WireCoding

/// Decodes frames layer by layer into named fields, with the header types of this module.
public enum FrameLayers {
    /// - Parameters:
    ///   - bytes: What the file holds of the frame.
    ///   - originalLength: Bytes on the wire; where it is less than the file holds, that number counts.
    public static func layers(
        of bytes: Span<UInt8>, linkType: LinkType, originalLength: Int
    ) -> FrameDescription {
        var walk = LayerWalk(wireEnd: max(originalLength, bytes.count))
        walk.link(linkType.rawValue, bytes, 0)
        let packet = PacketDissector.dissect(bytes, linkType: linkType, originalLength: originalLength)
        if packet.transport != .none {
            walk.description.transport = FrameTransport(
                transport: packet.transport, sourcePort: packet.sourcePort, destinationPort: packet.destinationPort,
                payloadOffset: packet.payloadOffset, payloadLength: packet.payloadLength,
                capturedPayloadLength: packet.capturedPayloadLength)
        }
        return walk.description
    }
}

/// The state of one decoding: what was found, and where the innermost layer must end.
struct LayerWalk {
    var description = FrameDescription()
    /// The end of the current layer on the wire, from the start of the frame.
    var wireEnd: Int
    /// Which length says so.
    var limit: WireError.Field = .input
    /// The headers that may occur only once in a packet and have occurred, as ``PacketDissector`` counts them.
    var entered: ProtocolSet = []

    init(wireEnd: Int) { self.wireEnd = wireEnd }

    /// The captured bytes of the current layer from `offset` on.
    @_lifetime(copy bytes)
    func reader(_ bytes: Span<UInt8>, at offset: Int) -> ByteReader {
        let end = max(offset, min(wireEnd, bytes.count))
        return ByteReader(bytes.extracting(offset..<end), baseOffset: offset, limit: limit)
    }

    mutating func append(_ name: String, _ offset: Int, _ length: Int, _ fields: [FrameField]) {
        description.layers.append(FrameLayer(name: name, offset: offset, length: length, fields: fields))
    }

    /// Takes note of an error, unless the frame was only cut or has a fault already.
    mutating func fault(_ layer: String, _ error: WireError) {
        if case .truncated(let needed, _) = error.kind, error.offset &+ needed <= wireEnd, error.limit == limit {
            return
        }
        // A packet of no bytes at all contradicts nothing.
        guard description.fault == nil, wireEnd > 0 else { return }
        description.fault = FrameFault(layer: layer, offset: error.offset, message: error.description)
    }

    /// Narrows the current layer to `length` bytes from `start`. A length of 0 says nothing (segmentation offload,
    /// jumbograms); one that is too long is a fault and the layer stays as it is.
    ///
    /// - Parameter position: The offset of the length field.
    mutating func narrow(
        _ length: Int, from start: Int, by field: WireError.Field, at position: Int, _ layer: String
    ) {
        guard length != 0 else { return }
        guard length <= wireEnd &- start else {
            let error = WireError(
                .tooLong(length: length, maximum: wireEnd &- start), field: field, offset: position, limit: limit)
            fault(layer, error)
            return
        }
        wireEnd = start &+ length
        limit = field
    }
}
