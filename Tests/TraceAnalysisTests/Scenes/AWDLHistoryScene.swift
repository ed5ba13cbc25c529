import PacketCapture
import PacketDissection
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

/// Nodes of AWDL that say what they are told to, without a capture around them.
struct AWDLHistoryScene {
    private(set) var nodes: [AWDLNodeHistory] = []
    private var frames = 0
    private var budget = AWDLNodeHistory.budget

    static func address(_ node: Int) -> LinkAddress { LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(node)) }

    /// Lets a node speak, at a time in seconds.
    mutating func frame(of node: Int, _ elements: [AWDLTLV], at seconds: Double) throws {
        frames += 1
        let moment = PacketMoment(frame: frames, time: Int64((seconds * 1e9).rounded()))
        let header = AWDLActionHeader(subtype: .masterIndication, phyTxTime: 0, targetTxTime: 0)
        var body = ByteWriter()
        AWDLActionFrame(header: header, elements: elements).serialize(into: &body)
        let place: Int
        if let known = nodes.firstIndex(where: { $0.address == Self.address(node) }) {
            place = known
        } else {
            place = nodes.count
            nodes.append(AWDLNodeHistory(address: Self.address(node), at: moment))
        }
        let action = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 13),
            address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), address2: Self.address(node),
            address3: WirelessTracker.network)
        let bytes = SyntheticRadioFrame.bytes(action, body: body.bytes)
        if let radio = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count) {
            nodes[place].hear(radio, at: moment, isOfNetwork: true)
        }
        let content = body.bytes
        try nodes[place].count(AWDLActionFrameView(content.span))
        try nodes[place].note(
            AWDLActionFrameView(content.span), at: moment, clock: 0, heardAt: 0, wireLength: content.count,
            budget: &budget)
    }

    /// Lets a node name its root and its parent, which is the root where nothing else is said.
    mutating func claim(
        of node: Int, root: Int, parent: Int? = nil, distance: UInt32 = 1, at seconds: Double
    ) throws {
        let election = RadioScene.election(
            root: Self.address(root), parent: Self.address(parent ?? root), distance: root == node ? 0 : distance)
        try frame(of: node, [AWDLTLV(election)], at: seconds)
    }
}
