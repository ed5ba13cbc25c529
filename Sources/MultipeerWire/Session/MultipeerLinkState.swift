import WireCoding

/// The nodes that a participant knows when a session begins (database description). Confidence: D, two samples.
///
/// | bytes | field |
/// |---|---|
/// | 2 | number of nodes |
/// | … | nodes, see ``MultipeerNode`` |
///
/// Bytes after the nodes are kept.
public struct MultipeerLinkDatabase: Hashable, Sendable {
    /// The nodes that the sender knows, in the order of the wire.
    public var nodes: [MultipeerNode]
    /// Bytes after the nodes; none in published packets.
    public var trailing: [UInt8]

    /// The nodes that a participant knows; their number is written before them.
    public init(nodes: [MultipeerNode], trailing: [UInt8] = []) {
        (self.nodes, self.trailing) = (nodes, trailing)
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` where a node is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        nodes = try [MultipeerNode](counted: &input)
        trailing = input.readRemainingBytes()
    }

    /// - Throws: `tooLong` for more nodes, neighbors or bytes of a name than their numbers can say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try nodes.serializeCounted(into: &output)
        output.writeBytes(trailing)
    }
}

/// A change of the nodes and links that a participant knows. Confidence: D, one sample; the length of another fits.
///
/// | bytes | field |
/// |---|---|
/// | 2 | sequence, which the acknowledgment repeats |
/// | 2 | number of nodes |
/// | … | nodes, see ``MultipeerNode`` |
///
/// Bytes after the nodes are kept.
public struct MultipeerLinkState: Hashable, Sendable {
    /// The number of the change, which the acknowledgment repeats.
    public var sequence: UInt16
    /// The nodes of the change, each with its links.
    public var nodes: [MultipeerNode]
    /// Bytes after the nodes; none in published packets.
    public var trailing: [UInt8]

    /// A change of these nodes, under a number that the acknowledgment repeats.
    public init(sequence: UInt16, nodes: [MultipeerNode], trailing: [UInt8] = []) {
        (self.sequence, self.nodes, self.trailing) = (sequence, nodes, trailing)
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` where a node is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        sequence = try input.readUInt16("link state sequence")
        nodes = try [MultipeerNode](counted: &input)
        trailing = input.readRemainingBytes()
    }

    /// - Throws: `tooLong` for more nodes, neighbors or bytes of a name than their numbers can say.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        // Nothing is written of a state that has no wire form.
        var content = ByteWriter()
        try nodes.serializeCounted(into: &content)
        output.writeUInt16(sequence)
        output.writeBytes(content.bytes)
        output.writeBytes(trailing)
    }
}

/// The acknowledgment of a link state. With the first one after hellos of both sides a plain session is up. Confidence:
/// B.
///
/// | bytes | field |
/// |---|---|
/// | 2 | sequence of the link state |
///
/// Bytes after it are kept.
public struct MultipeerLinkStateAck: Hashable, Sendable {
    /// The number of the change that is acknowledged.
    public var sequence: UInt16
    /// Bytes after the sequence; none in published packets.
    public var trailing: [UInt8]

    /// The acknowledgment of the change with that number.
    public init(sequence: UInt16, trailing: [UInt8] = []) {
        (self.sequence, self.trailing) = (sequence, trailing)
    }

    /// Reads all bytes that are left.
    ///
    /// - Throws: `truncated` for fewer than two bytes.
    public init(parsing input: inout ByteReader) throws(WireError) {
        sequence = try input.readUInt16("link state sequence")
        trailing = input.readRemainingBytes()
    }

    /// Writes the sequence and the bytes after it. It does not fail.
    public func serialize(into output: inout ByteWriter) {
        output.writeUInt16(sequence)
        output.writeBytes(trailing)
    }
}
