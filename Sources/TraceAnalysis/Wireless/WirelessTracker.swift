import PacketDissection
import WireCoding
import WirelessFrames

/// Counts 802.11 frames, and follows those who talk to neighbours without an access point: senders of AWDL and of Wi-Fi Aware.
///
/// Frames are shared out by their transmitter, so that all frames of one node come to one tracker; limits are counted by shard
/// (``FlowShards``), so that they are the same however many trackers there are.
struct WirelessTracker: Sendable {
    /// AWDL's network: address 3 of all its frames.
    static let network = LinkAddress(rawValue: 0x0025_00FF_9473)
    /// Nodes of AWDL in one shard, and as many of Wi-Fi Aware: 4,096 of each in all. Frames of further ones are counted, but
    /// their senders are not followed.
    static let maximumNodesPerShard = 256

    private(set) var counts = FrameCounts()
    private(set) var awdlNodes: [AWDLNodeHistory] = []
    private(set) var nanNodes: [NANNodeHistory] = []
    /// By the shard of the transmitter, where sessions have theirs by the shard of the flow.
    private var copies = RetransmissionFilter()
    private var awdlTable = AddressTable()
    private var nanTable = AddressTable()
    private var awdlNodesPerShard = [Int](repeating: 0, count: FlowShards.count)
    private var awdlAllowances = [AWDLAllowance](repeating: AWDLAllowance(), count: FlowShards.count)
    private var nanNodesPerShard = [Int](repeating: 0, count: FlowShards.count)
    /// Frames of nodes above the limit.
    private(set) var untrackedFrames = 0

    /// Counts a frame, whoever sent it.
    ///
    /// - Parameter isDamaged: Nothing but its type is counted then.
    @inline(__always)
    mutating func count(_ frame: RadioFrame, isDamaged: Bool, at moment: PacketMoment) {
        counts.count(frame, isDamaged: isDamaged, at: moment)
    }

    /// Follows a management frame that arrived whole.
    ///
    /// - Parameter shard: The shard of its transmitter.
    /// - Returns: Which protocol's frame it is, if one of those followed here.
    mutating func follow(
        management frame: RadioFrame, _ bytes: Span<UInt8>, interface: Int, shard: Int, at moment: PacketMoment
    ) -> ProtocolSet {
        let body = bytes.extracting(frame.bodyOffset..<frame.bodyEnd)
        if frame.control.isAction, !frame.control.isProtected, let view = try? AWDLActionFrameView(body) {
            let network = frame.network(bytes)
            guard let place = awdlNode(frame.transmitter(bytes), shard: shard, at: moment) else { return .awdl }
            awdlNodes[place].hear(frame, at: moment, isOfNetwork: network == Self.network)
            awdlNodes[place].note(
                view, at: moment, clock: interface &* 2 &+ (frame.radioTime == nil ? 0 : 1),
                heardAt: frame.radioTime ?? UInt64(bitPattern: moment.time / 1000), allowance: &awdlAllowances[shard])
            return .awdl
        }
        guard let view = NANView(frame.control, body: body) else {
            hearStranger(frame, bytes, shard: shard, at: moment)
            return []
        }
        guard let place = nanNode(frame.transmitter(bytes), shard: shard, at: moment) else { return .nan }
        nanNodes[place].note(
            view, frame, network: frame.network(bytes), receiver: frame.receiver(bytes), at: moment)
        return .nan
    }

    /// Follows a data frame that arrived whole: of AWDL by its network, or by what it carries.
    mutating func follow(data frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at moment: PacketMoment) {
        let isOfNetwork = frame.network(bytes) == Self.network
        let isAWDL = Self.carriesAWDL(frame, bytes)
        guard isOfNetwork || isAWDL, let place = awdlNode(frame.transmitter(bytes), shard: shard, at: moment) else {
            return
        }
        awdlNodes[place].hear(frame, at: moment, isOfNetwork: isOfNetwork)
        let isCopy = !frame.isFragment(bytes) && copies.isCopy(frame, bytes, shard: shard, at: moment.time)
        awdlNodes[place].noteData(to: frame.receiver(bytes), isAWDL: isAWDL, isCopy: isCopy, at: moment)
    }

    /// Other frames in AWDL's network still tell how strong their sender is.
    @inline(__always)
    private mutating func hearStranger(
        _ frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at moment: PacketMoment
    ) {
        guard frame.network(bytes) == Self.network,
            let place = awdlNode(frame.transmitter(bytes), shard: shard, at: moment)
        else { return }
        awdlNodes[place].hear(frame, at: moment, isOfNetwork: true)
    }

    /// Whether LLC and SNAP say that AWDL's data header comes next; of several subframes those of the first.
    private static func carriesAWDL(_ frame: RadioFrame, _ bytes: Span<UInt8>) -> Bool {
        guard !frame.control.isProtected, !frame.control.isNullData, !frame.isFragment(bytes) else { return false }
        let isAggregate = frame.qosControl(bytes) & 0x80 != 0
        let offset = frame.bodyOffset &+ (isAggregate ? AMSDUSubframeHeader.size : 0)
        guard offset &+ 8 <= frame.bodyEnd else { return false }
        return bytes.bigEndianUInt64(at: offset) == 0xAAAA_0300_17F2_0800
    }

    // MARK: - Nodes

    @inline(__always)
    private mutating func awdlNode(_ address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        awdlTable.number(of: address) ?? addAWDLNode(address, shard: shard, at: moment)
    }

    @inline(never)
    private mutating func addAWDLNode(_ address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        guard awdlNodesPerShard[shard] < Self.maximumNodesPerShard else {
            untrackedFrames += 1
            return nil
        }
        awdlNodesPerShard[shard] += 1
        awdlTable.add(address)
        awdlNodes.append(AWDLNodeHistory(address: address, at: moment))
        return awdlNodes.count - 1
    }

    @inline(__always)
    private mutating func nanNode(_ address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        nanTable.number(of: address) ?? addNANNode(address, shard: shard, at: moment)
    }

    @inline(never)
    private mutating func addNANNode(_ address: LinkAddress, shard: Int, at moment: PacketMoment) -> Int? {
        guard nanNodesPerShard[shard] < Self.maximumNodesPerShard else {
            untrackedFrames += 1
            return nil
        }
        nanNodesPerShard[shard] += 1
        nanTable.add(address)
        nanNodes.append(NANNodeHistory(address: address, at: moment))
        return nanNodes.count - 1
    }

    /// Adds what another tracker found of the same capture: other nodes, in any order.
    mutating func add(_ other: WirelessTracker) {
        counts.add(other.counts)
        awdlNodes += other.awdlNodes
        nanNodes += other.nanNodes
        untrackedFrames += other.untrackedFrames
    }

    /// Puts the nodes in order of their first frames.
    mutating func sort() {
        awdlNodes.sort { $0.first < $1.first }
        nanNodes.sort { $0.first < $1.first }
    }
}
