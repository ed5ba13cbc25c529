import WireCoding

/// What the rules about 802.11 frames share.
extension FindingContext {
    /// Nodes of AWDL, in order of their first frames.
    var awdlNodes: [AWDLNodeHistory] { wireless.awdlNodes.filter(\.isNode) }

    /// Whether the last schedules of two nodes held while both were there: who left before the other came has missed
    /// nothing.
    static func haveMet(_ first: AWDLNodeHistory, _ second: AWDLNodeHistory) -> Bool {
        guard let one = first.sequences.last, let other = second.sequences.last else { return false }
        return first.last > second.first && second.last > first.first && one.moment < second.last
            && other.moment < first.last
    }

    /// A finding about the radio.
    ///
    /// - Parameter moments: The packets that show it, in order; more than ``maximumFrames`` are not listed.
    func wirelessFinding(
        _ code: String, _ severity: Finding.Severity, at moments: [PacketMoment], message: String, remedy: String,
        reference: String? = nil
    ) -> Finding {
        Finding(
            code: .init(rawValue: code), severity: severity, time: axis.seconds(moments.first),
            frames: moments.prefix(Self.maximumFrames).map(\.frame), subject: .wireless, message: message,
            remedy: remedy, reference: reference ?? "Docs/findings.md, \(code)")
    }

    /// Of each kind the first findings, as many as of the tree; the last one says how many more there are.
    static func capped(_ findings: [Finding]) -> [Finding] {
        guard findings.count > AWDLTree.maximumFindings else { return findings }
        var shown = Array(findings.prefix(AWDLTree.maximumFindings))
        let more = findings.count - shown.count
        shown[shown.count - 1].message += " And \(more) more like this."
        return shown
    }

    /// What a person would call a node: its host name, without one its address.
    func label(of node: AWDLNodeHistory) -> String {
        guard let name = node.hostName else { return node.address.description }
        return Self.cut(name.hasSuffix(".local.") ? String(name.dropLast(7)) : name) + " (\(node.address))"
    }

    /// The same for an address, whether it is one of a node or not.
    func label(ofRadio address: LinkAddress) -> String {
        wireless.awdlNodes.first { $0.address == address }.map(label) ?? address.description
    }
}
