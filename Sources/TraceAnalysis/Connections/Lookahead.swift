import PacketCapture
import PacketDissection
import WireCoding

/// Loads what the next packets will be followed with. One flow after another, a processor waits for memory each time; it waits for
/// many flows at once as long as for one.
///
/// Nothing depends on it but time: whatever is wrong or missing is loaded when it is needed.
struct Lookahead: Sendable {
    /// Packets that are looked at together: what they need fits the processor's own cache beside everything else.
    static let width = 32
    /// Fewer connections stay in that cache.
    static let fewestConnections = 256

    /// A packet's flow.
    struct Flow: Sendable {
        var key: FlowKey
        /// Whether its source is the second end of the key.
        var isReversed: Bool
    }

    private(set) var flows: [Flow] = []
    fileprivate var numbers: [(connection: Int, isReversed: Bool)] = []
    /// Of what was loaded, so that loading is not left out.
    fileprivate var sum: UInt8 = 0

    mutating func begin() { flows.removeAll(keepingCapacity: true) }

    /// Adds the flow of a packet that will be followed.
    mutating func add(_ bytes: Span<UInt8>, linkType: LinkType, interface: Int) {
        var packet = DissectedPacket()
        PacketDissector.dissect(bytes, linkType: linkType, originalLength: bytes.count, into: &packet)
        guard packet.transport != .none, !packet.isFragment else { return }
        let (key, isReversed) = FlowKey.of(
            source: packet.source, sourcePort: packet.sourcePort, destination: packet.destination,
            destinationPort: packet.destinationPort, isTCP: packet.transport == .tcp, interface: interface)
        flows.append(Flow(key: key, isReversed: isReversed))
    }
}

extension ConnectionTracker {
    /// Whether looking ahead is worth its time.
    @inline(__always)
    var isLarge: Bool { connections.count > Lookahead.fewestConnections }

    /// Loads what the packets of these flows touch, in as many steps as one thing shows where the next one lies.
    @inline(never)
    mutating func load(for ahead: inout Lookahead) {
        for flow in ahead.flows { ahead.sum &+= table.load(flow.key) }
        ahead.numbers.removeAll(keepingCapacity: true)
        for flow in ahead.flows {
            // Entries of flows that go on on another link have numbers below 0.
            guard let number = table.number(of: flow.key), connections.indices.contains(number) else { continue }
            ahead.numbers.append((number, flow.isReversed))
        }
        for (number, _) in ahead.numbers { ahead.sum &+= connections.load(number) }
        for (number, isReversed) in ahead.numbers {
            ahead.sum &+= connections[number].loadSides(isReversed: isReversed)
        }
        for (number, isReversed) in ahead.numbers {
            ahead.sum &+= connections[number].loadContent(isReversed: isReversed)
        }
    }
}

extension Connection {
    /// Bytes of a side that most packets of its own touch, and of those that the other side sends.
    private static let sideLengths = (sender: 512, receiver: 448)
    /// Bytes of a stream's content that most of its segments touch.
    private static let contentLength = 640

    fileprivate func loadSides(isReversed: Bool) -> UInt8 {
        guard !isOpening else { return 0 }
        let lengths = Self.sideLengths
        let (initiator, responder) =
            isReversed != initiatorIsFirst
            ? (lengths.sender, lengths.receiver) : (lengths.receiver, lengths.sender)
        let sum = ends.initiator.side!.load(first: initiator) &+ ends.responder.side!.load(first: responder)
        return sum &+ (speech?.load(first: MemoryLayout<Speech>.size) ?? 0)
    }

    fileprivate func loadContent(isReversed: Bool) -> UInt8 {
        guard !isOpening else { return 0 }
        return isReversed != initiatorIsFirst
            ? Self.loadContent(ends.initiator.side!, receiver: ends.responder.side!, speech)
            : Self.loadContent(ends.responder.side!, receiver: ends.initiator.side!, speech)
    }

    private static func loadContent(
        _ sender: Box<ConnectionSide>, receiver: Box<ConnectionSide>,
        _ speech: Box<Speech>?
    ) -> UInt8 {
        sender.value.loadNext(contentLength) &+ receiver.value.roundTrips.load()
            &+ (speech?.value.answers?.load(first: MemoryLayout<AnswerTimes>.size) ?? 0)
    }
}

extension ConnectionSide {
    /// Loads what its next packet touches beside it.
    fileprivate func loadNext(_ length: Int) -> UInt8 {
        (content?.load(first: length) ?? 0) &+ roundTrips.load() &+ rates.load()
    }
}

extension FlowTable {
    /// Loads where a key's number is looked for first.
    @inline(__always)
    fileprivate func load(_ key: FlowKey) -> UInt8 {
        UInt8(truncatingIfNeeded: slots[Int(truncatingIfNeeded: key.hash(seed: seed)) & mask].tag)
    }
}

extension Array {
    /// Loads one element.
    ///
    /// - Returns: A sum of some of its bytes.
    @inline(__always)
    fileprivate func load(_ index: Int) -> UInt8 {
        let size = MemoryLayout<Element>.stride
        // The bytes are those of an element that is there, and only read; what they mean does not matter.
        return unsafe withUnsafeBytes { bytes in
            var sum: UInt8 = 0
            for offset in stride(from: index &* size, to: (index &+ 1) &* size, by: CacheLine.size) {
                sum &+= unsafe bytes.load(fromByteOffset: offset, as: UInt8.self)
            }
            return sum
        }
    }
}
