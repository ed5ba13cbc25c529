import ServiceDiscovery
import TraceModel

/// A service's TXT record came to name another peer.
enum PeerIdentityRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        context.naming.tracker.services.enumerated().compactMap { index, claim in
            let identities = claim.texts.compactMap { text, moment in
                text.value(forKey: "peerID").map { (text: String(decoding: $0, as: UTF8.self), moment: moment) }
            }
            guard let first = identities.first, let other = identities.first(where: { $0.text != first.text }) else {
                return nil
            }
            return context.finding(
                "peer-identity-changed", .warning, about: index, at: other.moment,
                message:
                    "The peerID of \(Excerpt.quoted(claim.name.instanceText)) changed from "
                    + "\(Excerpt.quoted(first.text)) to \(Excerpt.quoted(other.text)).",
                facts: ["formerPeerID": first.text, "peerID": other.text],
                remedy: "Keep the peer ID for the lifetime of an installation; other peers recognize it by that.",
                reference: "Docs/formats.md, TXT attributes")
        }
    }
}
