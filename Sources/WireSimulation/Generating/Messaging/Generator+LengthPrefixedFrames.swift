import PeerMessaging
import WireCoding
import WireTesting

extension Generator where Value == [UInt8] {
    /// A stream of frames (a length of four bytes, then so many) with these bodies.
    ///
    ///     Generator.lengthPrefixedFrames(of: Generator<MeshMessage>.plausible.bodies.list(count: 1...20))
    ///
    /// - Parameter bodies: Bodies of one stream. Those of no bytes, which have no frame, are left out.
    public static func lengthPrefixedFrames(of bodies: Generator<[[UInt8]]>) -> Generator {
        bodies.map { bodies in
            var stream = ByteWriter()
            for body in bodies where !body.isEmpty {
                stream.writeUInt32(UInt32(body.count))
                stream.writeBytes(body)
            }
            return stream.bytes
        }
    }
}

extension MeshMessage {
    /// The frame of a message.
    ///
    /// - Parameter time: Of the sender's clock, in nanoseconds since 1970.
    package static func frame(_ type: MessageType, from senderID: String, at time: Int64) -> [UInt8] {
        frame(type, from: senderID, secondsSince2001: Double(time) / 1e9 - 978_307_200)
    }

    /// The frame of a message.
    package static func frame(_ type: MessageType, from senderID: String, secondsSince2001 seconds: Double) -> [UInt8] {
        unfailing {
            var body = ByteWriter()
            try MeshMessage(type: type, senderID: senderID, timestamp: .secondsSince2001(seconds)).serialize(
                into: &body)
            var frame = ByteWriter()
            try LengthPrefixedFrameEncoder.encode(body: body.bytes.span, into: &frame)
            return frame.bytes
        }
    }
}

extension Generator where Value == MeshMessage {
    /// The messages as bodies of frames, each in a style that peers write.
    public var bodies: Generator<[UInt8]> {
        Generator<[UInt8]> { random in
            let style = Generator<MeshMessageStyle>.any.next(&random)
            let message = next(&random)
            var body = ByteWriter()
            // Generated numbers are finite, which is all that writing asks for.
            unfailing { try message.serialize(into: &body, style: style) }
            return body.bytes
        }
    }
}
