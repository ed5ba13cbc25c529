import WireCoding

/// A participant and its neighbors, as the link database has them. Confidence: D, two samples.
///
/// | bytes | field |
/// |---|---|
/// | 4 | participant |
/// | 2 | sequence |
/// | 1 | length of the name, 8 |
/// | … | name: the participant as hexadecimal digits, upper case |
/// | 2 | number of neighbors |
/// | 8 each | neighbor (4) and round trip time (4, unit unknown) |
public struct MultipeerNode: Hashable, Sendable {
    /// The most bytes of a name.
    public static let maximumNameLength = 0xFF
    /// The most neighbors.
    public static let maximumNeighbors = 0xFFFF
    /// A node without name and neighbors: no node is shorter.
    static let minimumSize = 9

    /// Another participant to which a node has a link.
    public struct Neighbor: Hashable, Sendable {
        /// Bytes of every neighbor.
        public static let size = 8

        /// The participant at the other end of the link.
        public var participant: MultipeerParticipantID
        /// In a unit that is not known.
        public var roundTripTime: UInt32

        /// A link to that participant, with a round trip time in a unit that is not known.
        public init(_ participant: MultipeerParticipantID, roundTripTime: UInt32) {
            (self.participant, self.roundTripTime) = (participant, roundTripTime)
        }
    }

    /// The participant that the node is.
    public var participant: MultipeerParticipantID
    /// A number of the node's own, which no source explains (D).
    public var sequence: UInt16
    /// The bytes of the name.
    public var name: [UInt8]
    /// The participants to which the node has links.
    public var neighbors: [Neighbor]

    /// - Parameters:
    ///   - participant: The participant that the node is.
    ///   - sequence: The number that is written after it.
    ///   - name: Nil for the participant's hexadecimal digits, which all published packets have.
    ///   - neighbors: The participants to which it has links.
    public init(
        _ participant: MultipeerParticipantID, sequence: UInt16, name: [UInt8]? = nil, neighbors: [Neighbor] = []
    ) {
        (self.participant, self.sequence, self.neighbors) = (participant, sequence, neighbors)
        self.name = name ?? Array(participant.description.utf8)
    }

    /// - Throws: `truncated` where the node is cut.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try input.require(Self.minimumSize, "node")
        participant = MultipeerParticipantID(rawValue: try input.readUInt32("node participant"))
        sequence = try input.readUInt16("node sequence")
        let length = Int(try input.readUInt8("node name length"))
        name = try input.readBytes(length, "node name")
        let count = Int(try input.readUInt16("node neighbor count"))
        // All at once, so that a count that lies reserves nothing.
        try input.require(count * Neighbor.size, "node neighbors")
        neighbors = []
        neighbors.reserveCapacity(count)
        for _ in 0..<count {
            let participant = MultipeerParticipantID(rawValue: try input.readUInt32("neighbor participant"))
            neighbors.append(
                Neighbor(participant, roundTripTime: try input.readUInt32("neighbor round trip time")))
        }
    }

    /// - Throws: `tooLong` for a name of more than 255 bytes or more than 65,535 neighbors.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(name.count, "node name", maximum: Self.maximumNameLength)
        try WireError.checkLength(neighbors.count, "node neighbors", maximum: Self.maximumNeighbors)
        output.writeUInt32(participant.rawValue)
        output.writeUInt16(sequence)
        output.writeUInt8(UInt8(name.count))
        output.writeBytes(name)
        output.writeUInt16(UInt16(neighbors.count))
        for neighbor in neighbors {
            output.writeUInt32(neighbor.participant.rawValue)
            output.writeUInt32(neighbor.roundTripTime)
        }
    }
}

extension [MultipeerNode] {
    /// Reads a number of nodes (2) and the nodes.
    init(counted input: inout ByteReader) throws(WireError) {
        let count = Int(try input.readUInt16("node count"))
        // The count may lie; no more is reserved than there is room for.
        try input.require(count * MultipeerNode.minimumSize, "nodes")
        self.init()
        for _ in 0..<count { append(try MultipeerNode(parsing: &input)) }
    }

    func serializeCounted(into output: inout ByteWriter) throws(WireError) {
        try WireError.checkLength(count, "nodes", maximum: 0xFFFF)
        output.writeUInt16(UInt16(count))
        for node in self { try node.serialize(into: &output) }
    }
}
