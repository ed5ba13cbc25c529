import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting

/// What holds for every value that was read from bytes.
enum RoundTrip {
    /// Reads a value, writes it, and reads that.
    ///
    /// - Parameter isExact: Whether the same bytes have to come back; if not, the same value has to.
    /// - Returns: The value; nil where the bytes make none, or one that has no wire form.
    @discardableResult
    static func check<Value: WireValue>(_ type: Value.Type, _ bytes: [UInt8], isExact: Bool = true) -> Value? {
        var reader = ByteReader(bytes.span)
        guard let value = try? Value(parsing: &reader), let written = try? value.serialized() else { return nil }
        if isExact {
            require(written == Array(bytes[..<reader.position]), "\(type) writes the bytes that it read")
            return value
        }
        guard let again = try? Value.parsed(written) else { fatalError("Broken promise: \(type) reads what it wrote") }
        require(again == value, "\(type) reads the same value from what it wrote")
        return value
    }

    /// The same for types that do not say that they are wire values.
    static func check<Value>(
        _ bytes: [UInt8], _ name: String, _ parse: (inout ByteReader) throws -> Value,
        _ serialize: (Value, inout ByteWriter) throws -> Void
    ) {
        var reader = ByteReader(bytes.span)
        var writer = ByteWriter()
        do {
            try serialize(try parse(&reader), &writer)
        } catch {
            return
        }
        require(writer.bytes == Array(bytes[..<reader.position]), "\(name) writes the bytes that it read")
    }
}

extension RoundTrip {
    /// Writes a message and reads it.
    static func check(_ message: MeshMessage) {
        var writer = ByteWriter()
        guard (try? message.serialize(into: &writer)) != nil else { return }
        require((try? MeshMessage(parsing: writer.bytes.span)) == message, "A message is read as it was written")
    }

    /// Writes an event and reads it.
    static func check(_ event: NetworkEvent) {
        var writer = ByteWriter()
        guard (try? event.serialize(into: &writer)) != nil else { return }
        require((try? NetworkEvent(parsing: writer.bytes.span)) == event, "An event is read as it was written")
    }
}

extension RoundTrip {
    /// What a value writes. Values whose malformed parts remember where these lay are compared by it.
    static func bytes(_ serialize: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        serialize(&writer)
        return writer.bytes
    }
}
