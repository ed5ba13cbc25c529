import WirelessFrames

/// Nodes speak a version of AWDL that is not known here.
enum UnknownVersionRule: FindingRule {
    /// The highest known: 10.0, of systems from 2025 on.
    private static let latest: UInt8 = 0xA0

    static func findings(in context: FindingContext) -> [Finding] {
        let nodes = context.awdlNodes
        let newer = nodes.filter { ($0.version?.version ?? 0) > latest }
        let strange = nodes.filter { $0.firstStrange != nil }
        var findings: [Finding] = []
        if let moment = newer.compactMap(\.versionMoment).min() {
            let names = newer.map { "\(context.label(of: $0)) \($0.version?.description ?? "")" }
            findings.append(
                finding(context, moment, "Version above 10.0 of AWDL: \(FindingContext.shortList(names))."))
        }
        if let moment = strange.compactMap(\.firstStrange).min() {
            let names = strange.map(context.label(of:))
            findings.append(
                finding(
                    context, moment,
                    "Action frames with a header or subtype that is not known, from \(FindingContext.shortList(names))."
                ))
        }
        return findings
    }

    private static func finding(_ context: FindingContext, _ moment: PacketMoment, _ message: String) -> Finding {
        context.wirelessFinding(
            "awdl-version-unknown", .note, at: [moment], message: message,
            remedy: "What is said of these nodes may be wrong; look at their frames with nearscope frames.",
            reference: "Docs/formats.md, wireless: versions")
    }
}
