import SealedChannels
import TraceModel

/// The server chose a version that must not be used any more.
enum OldVersionRule: SessionRule {
    static func findings(ofSession index: Int, in context: FindingContext) -> [Finding] {
        guard let story = context.handshake(ofSession: index), let version = story.facts.version,
            [.ssl3, .tls10, .tls11, .dtls10].contains(version)
        else { return [] }
        let end = story.end(ofClient: false, in: index)
        // What the client did not offer is the server's limit.
        let best = story.facts.offeredVersions.filter { !isOlder($0, than: version) && $0 != version }
        return [
            context.finding(
                "tls-version-old", .warning, sentBy: end, at: [story.server.hello].compactMap(\.self),
                message: "\(context.label(of: end)) chose \(version)"
                    + (best.isEmpty
                        ? ", the best that the client offers."
                        : ", though the client offers \(Excerpt.list(best.map(\.description)))."),
                facts: [
                    "version": version.description, "offeredVersions": story.facts.offeredVersions.map(\.description),
                ],
                remedy: best.isEmpty
                    ? "Let the client offer TLS 1.3 or 1.2; an app that sets a minimum or maximum version should not."
                    : "Let the server speak TLS 1.3 or 1.2.",
                reference: version == .ssl3 ? "RFC 7568" : "RFC 8996")
        ]
    }

    /// DTLS counts down.
    private static func isOlder(_ version: TLSVersion, than other: TLSVersion) -> Bool {
        other.rawValue >> 8 == 0xFE ? version.rawValue > other.rawValue : version.rawValue < other.rawValue
    }
}
