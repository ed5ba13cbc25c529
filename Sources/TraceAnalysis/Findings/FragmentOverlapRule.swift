import TraceModel

/// Fragments of one datagram claim the same bytes, which no sound sender does.
enum FragmentOverlapRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        let fragments = context.fragments
        guard fragments.overlappingFragments > 0, let first = fragments.firstOverlap else { return [] }
        return [
            context.finding(
                "fragment-overlap", .warning, about: .capture, at: [first],
                message: "\(fragments.overlappingFragments) IP fragments overlap another fragment: for "
                    + "IPv4 the later fragment is used here, and IPv6 datagrams are dropped.",
                facts: ["fragments": fragments.overlappingFragments],
                remedy: "Look for a faulty sender, or for an attempt to bypass a firewall.",
                reference: "RFC 791 section 3.2, RFC 5722")
        ]
    }
}
