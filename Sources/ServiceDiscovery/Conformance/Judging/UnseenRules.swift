/// Rules that no capture shows to be kept or broken.
enum UnseenRules {
    static let rules: [ConformanceRule] = [
        ConformanceRule(
            unseen: "6762-5.1-one-shot-port", "RFC 6762 §5.1", .mustNot, .querier,
            title: "Who does not take part in full does not ask from port 5353.",
            why: "Whether a querier on port 5353 is a full one is not on the wire."),
        ConformanceRule(
            unseen: "6762-5.2-first-query-delay", "RFC 6762 §5.2", .should, .querier,
            title: "The first question of a series waits for 20 to 120 ms.",
            why: "The moment of the wish is not on the wire."),
        ConformanceRule(
            unseen: "6762-5.2-refresh", "RFC 6762 §5.2", .should, .querier,
            title: "Records that somebody still wants are asked for before they run out.",
            why: "Whether a client is still interested is not on the wire."),
        ConformanceRule(
            unseen: "6762-5.4-qu-answer", "RFC 6762 §5.4", .should, .responder,
            title: "A question with the QU bit is answered by unicast, if the record was multicast lately.",
            why: "Unicast answers may not pass the capture point, and earlier multicasts may lie before it."),
        ConformanceRule(
            unseen: "6762-6-only-own-records", "RFC 6762 §6", .mustNot, .responder,
            title: "Hosts answer for their own records only.",
            why: "Proxies and cooperating responders may send the same data."),
        ConformanceRule(
            unseen: "6762-6-ignore-foreign-port", "RFC 6762 §6", .must, .querier,
            title: "Responses from other ports than 5353 are ignored.", why: "The cache is not on the wire."),
        ConformanceRule(
            unseen: "6762-6.2-all-addresses", "RFC 6762 §6.2", .must, .responder,
            title: "An answer with an address has all addresses of the interface.",
            why: "Which addresses an interface has is not on the wire."),
        ConformanceRule(
            unseen: "6762-6.6-cooperate", "RFC 6762 §6.6", .must, .responder,
            title: "Responders with the same record help each other.",
            why: "It needs two responders with the same data."),
        ConformanceRule(
            unseen: "6762-6.7-legacy-unicast", "RFC 6762 §6.7", .must, .responder,
            title: "Legacy queriers are answered by unicast.", why: "Unicast answers may not pass the capture point."),
        ConformanceRule(
            unseen: "6762-7.1-known-answers-not-cached", "RFC 6762 §7.1", .mustNot, .querier,
            title: "Known answers of others are not cached.", why: "The cache is not on the wire."),
        ConformanceRule(
            unseen: "6762-7.3-duplicate-questions", "RFC 6762 §7.3", .should, .querier,
            title: "A question that another host just asked is not asked again.", why: "Plans are not on the wire."),
        ConformanceRule(
            unseen: "6762-7.4-duplicate-answers", "RFC 6762 §7.4", .should, .responder,
            title: "An answer that another host just gave is not given again.", why: "Plans are not on the wire."),
        ConformanceRule(
            unseen: "6762-8-link-change", "RFC 6762 §8", .must, .responder,
            title: "After a change of the link a host probes and announces once more.",
            why: "Link changes are not on the wire."),
        ConformanceRule(
            unseen: "6762-8.1-first-probe-delay", "RFC 6762 §8.1", .should, .responder,
            title: "The first probe waits for up to 250 ms.", why: "The moment of the wish is not on the wire."),
        ConformanceRule(
            unseen: "6762-8.1-no-cache", "RFC 6762 §8.1", .mustNot, .responder,
            title: "Who probes does not ask its own cache.", why: "The cache is not on the wire."),
        ConformanceRule(
            unseen: "6762-10.2-whole-rrset", "RFC 6762 §10.2", .must, .responder,
            title: "Records with the cache-flush bit are sent with all others of their name and type.",
            why: "What the whole set is, is not on the wire."),
        ConformanceRule(
            unseen: "6762-10.4-reconfirm", "RFC 6762 §10.4", .must, .querier,
            title: "A record that is said to be wrong is asked for again.",
            why: "Hints of applications are not on the wire."),
        ConformanceRule(
            unseen: "6762-10.5-observe-failures", "RFC 6762 §10.5", .should, .querier,
            title: "Records that nobody answers for are forgotten.", why: "The cache is not on the wire."),
        ConformanceRule(
            unseen: "6762-11-on-link", "RFC 6762 §11", .must, .querier,
            title: "What does not come from the link is ignored.", why: "What is ignored is not on the wire."),
        ConformanceRule(
            unseen: "6763-12-without-additionals", "RFC 6763 §12", .must, .querier,
            title: "Queriers do without additional records.",
            why: "It needs a responder that leaves them out, and the querier's result."),
    ]
}
