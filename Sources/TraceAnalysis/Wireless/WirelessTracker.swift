import PacketDissection
import WireCoding
import WirelessFrames

/// Counts 802.11 frames, and follows those who talk to neighbors without an access point: senders of AWDL and of Wi-Fi Aware.
///
/// Frames are shared out by their transmitter, so that all frames of one node come to one tracker; limits are counted by shard
/// (``FlowShards``), so that they are the same however many trackers there are.
struct WirelessTracker: Sendable {
    /// AWDL's network: address 3 of all its frames.
    static let network = LinkAddress(rawValue: 0x0025_00FF_9473)
    /// Nodes of AWDL, and as many of Wi-Fi Aware, a sixteenth of them in each shard. Frames of further ones are counted, but
    /// their senders are not followed.
    static let maximumNodes = 4096

    var counts = FrameCounts()
    private var awdl: RadioNodes<AWDLNodeHistory>
    private var nan: RadioNodes<NANNodeHistory>
    /// Whether a budget has set the limit, and not the maximum.
    let isBudgeted: Bool
    /// By the shard of the transmitter, while sessions have theirs by the shard of the flow.
    private var copies = RetransmissionFilter()

    init(memory: MemoryBudget = .unlimited) {
        let maximum = Self.maximumNodes / FlowShards.count
        let limit = min(maximum, memory.nodesPerShard)
        isBudgeted = limit < maximum
        awdl = RadioNodes(budget: AWDLNodeHistory.budget, limit: limit)
        nan = RadioNodes(budget: NANNodeHistory.budget, limit: limit)
    }

    /// Frames of nodes above the limit.
    var untrackedFrames: Int { awdl.untrackedFrames + nan.untrackedFrames }

    var awdlNodes: [AWDLNodeHistory] { awdl.all }
    var nanNodes: [NANNodeHistory] { nan.all }

    /// Follows a management frame that arrived whole. One that was sent again is another frame on the air, and says nothing
    /// new.
    ///
    /// - Parameter shard: The shard of its transmitter.
    /// - Returns: Which protocol's frame it is, if one of those followed here.
    mutating func follow(
        management frame: RadioFrame, _ bytes: Span<UInt8>, interface: Int, shard: Int, at moment: PacketMoment
    ) -> ProtocolSet {
        let body = bytes.extracting(frame.bodyOffset..<frame.bodyEnd)
        if frame.control.isAction, !frame.control.isProtected, let view = try? AWDLActionFrameView(body) {
            let network = frame.network(bytes)
            guard let index = awdl.index(of: frame.transmitter(bytes), shard: shard, at: moment) else { return .awdl }
            awdl.all[index].hear(frame, at: moment, isOfNetwork: network == Self.network)
            awdl.all[index].count(view)
            guard !isCopy(frame, bytes, shard: shard, at: moment) else { return .awdl }
            awdl.all[index].note(
                view, at: moment, clock: interface &* 2 &+ (frame.radioTime == nil ? 0 : 1),
                heardAt: frame.radioTime ?? UInt64(bitPattern: moment.time / 1000),
                wireLength: frame.bodyLength, budget: &awdl.budgets[shard])
            return .awdl
        }
        guard let view = NANView(frame.control, body: body) else {
            // Other frames in AWDL's network still show the signal strength of their sender.
            if frame.network(bytes) == Self.network,
                let index = awdl.index(of: frame.transmitter(bytes), shard: shard, at: moment)
            {
                awdl.all[index].hear(frame, at: moment, isOfNetwork: true)
            }
            return []
        }
        guard let index = nan.index(of: frame.transmitter(bytes), shard: shard, at: moment) else { return .nan }
        nan.all[index].hear(frame, at: moment)
        nan.all[index].count(view.kind)
        guard !isCopy(frame, bytes, shard: shard, at: moment) else { return .nan }
        nan.all[index].note(
            view, isCut: body.count < frame.bodyLength, network: frame.network(bytes),
            receiver: frame.receiver(bytes), at: moment, budget: &nan.budgets[shard])
        return .nan
    }

    @inline(__always)
    private mutating func isCopy(
        _ frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at moment: PacketMoment
    ) -> Bool {
        !frame.isFragment(bytes) && copies.isCopy(frame, bytes, shard: shard, at: moment.time)
    }

    /// Follows a data frame that arrived whole: of AWDL by its network, or by what it carries.
    mutating func follow(data frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at moment: PacketMoment) {
        let isOfNetwork = frame.network(bytes) == Self.network
        let isAWDL = Self.carriesAWDL(frame, bytes)
        guard isOfNetwork || isAWDL, let index = awdl.index(of: frame.transmitter(bytes), shard: shard, at: moment)
        else {
            return
        }
        awdl.all[index].hear(frame, at: moment, isOfNetwork: isOfNetwork)
        let isCopy = isCopy(frame, bytes, shard: shard, at: moment)
        awdl.all[index].noteData(to: frame.receiver(bytes), isAWDL: isAWDL, isCopy: isCopy, at: moment)
    }

    /// Follows what the fragments of a data frame carried together, each of which was followed when it came, in AWDL's network.
    ///
    /// - Parameter frame: As if it had come in one piece.
    mutating func follow(joined frame: RadioFrame, _ bytes: Span<UInt8>, shard: Int, at moment: PacketMoment) {
        guard Self.carriesAWDL(frame, bytes),
            let index = awdl.index(of: frame.transmitter(bytes), shard: shard, at: moment)
        else { return }
        if frame.network(bytes) == Self.network {
            awdl.all[index].isNode = true
        } else {
            awdl.all[index].hear(frame, at: moment, isOfNetwork: false)
            awdl.all[index].noteData(to: frame.receiver(bytes), isAWDL: true, isCopy: false, at: moment)
        }
    }

    /// Whether LLC and SNAP say that AWDL's data header comes next; of several subframes those of the first.
    private static func carriesAWDL(_ frame: RadioFrame, _ bytes: Span<UInt8>) -> Bool {
        guard !frame.control.isProtected, !frame.control.isNullData, !frame.isFragment(bytes) else { return false }
        let isAggregate = frame.qosControl(bytes) & 0x80 != 0
        let offset = frame.bodyOffset &+ (isAggregate ? AMSDUSubframeHeader.size : 0)
        guard offset &+ 8 <= frame.bodyEnd else { return false }
        return bytes.bigEndianUInt64(at: offset) == 0xAAAA_0300_17F2_0800
    }

    /// Adds what another tracker found of the same capture: other nodes, in any order.
    mutating func add(_ other: WirelessTracker) {
        counts.add(other.counts)
        awdl.add(other.awdl)
        nan.add(other.nan)
    }

    /// Puts the nodes in order of their first frames.
    mutating func sort() {
        awdl.all.sort { $0.first < $1.first }
        nan.all.sort { $0.first < $1.first }
    }
}
