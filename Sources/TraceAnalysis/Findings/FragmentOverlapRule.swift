/// Fragments of one datagram claim the same bytes, which no sound sender does.
enum FragmentOverlapRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let fragments = context.fragments
        guard fragments.overlappingFragments > 0, let first = fragments.firstOverlap else { return [] }
        return [
            Finding(
                code: .init(rawValue: "fragment-overlap"), severity: .warning, time: context.axis.seconds(first.time),
                frames: [first.frame], subject: .capture,
                message: "\(fragments.overlappingFragments) IP fragments claim bytes that another fragment brought: of "
                    + "IPv4 the later one counts here, IPv6 datagrams are dropped.",
                remedy: "Look for a broken sender, or for somebody who tries to get past a firewall.",
                reference: "RFC 791 section 3.2, RFC 5722")
        ]
    }
}
