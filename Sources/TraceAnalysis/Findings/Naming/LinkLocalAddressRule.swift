import PacketDissection
import TraceModel
import WireCoding

/// Two hosts want or use one IPv4 link-local address, which each host chooses by itself (RFC 3927 §2).
enum LinkLocalAddressRule: FindingRule {
    /// The number of link addresses that are named.
    private static let maximumHolders = 8
    /// The time in which a host whose address is taken chooses another one.
    private static let movingTime: Int64 = 10_000_000_000

    /// Two hosts and their address: a bridge and its ports are links of their own in a capture, and show the same.
    private struct Meeting: Hashable {
        let address: IPAddress
        let hosts: Set<LinkAddress>
    }

    static func findings(in context: FindingContext) -> [Finding] {
        // A cooked header of the first kind does not say on which of several links a packet was.
        let areLinksKnown = !context.report.capture.interfaces.contains { $0.linkType == "LINUX_SLL" }
        var shared: Set<Meeting> = []
        let uses = !areLinksKnown ? [] : context.addressClaims.places.compactMap { finding(of: $0, &shared, context) }
        return uses + context.addressClaims.conflicts.compactMap { finding(of: $0, &shared, context) }
    }

    /// Two hosts that use an address at one time.
    private static func finding(
        of place: AddressClaims.Place, _ shared: inout Set<Meeting>, _ context: FindingContext
    ) -> Finding? {
        let holders = (context.addressClaims.claims[place] ?? []).compactMap { claim in
            claim.uses.map { (host: claim.host, uses: $0) }
        }.sorted { $0.uses.lowerBound < $1.uses.lowerBound }
        // A host that took the address after another one had left it has no conflict.
        guard let first = holders.first,
            let second = holders.dropFirst().first(where: { $0.uses.lowerBound <= first.uses.upperBound }),
            shared.insert(Meeting(address: place.address, hosts: [first.host, second.host])).inserted
        else { return nil }
        let hosts = holders.prefix(maximumHolders).map(\.host.description)
        return context.finding(
            "link-local-address-conflict", .error, about: .capture,
            at: [first.uses.lowerBound, second.uses.lowerBound],
            time: context.axis.seconds(second.uses.lowerBound.time),
            message:
                "\(first.host) and \(second.host) both use the link-local address "
                + "\(place.address): connections to it reach one or the other.",
            facts: ["address": place.address, "linkAddresses": hosts, "keptBy": nil, "movedTo": nil],
            remedy:
                "Make sure that the hosts receive each other's ARP broadcasts, and that the one that notices the "
                + "conflict chooses another address.",
            reference: "RFC 3927 §2.5")
    }

    /// A host that asked for an address which another one has or wants.
    private static func finding(
        of conflict: AddressClaims.Conflict, _ shared: inout Set<Meeting>, _ context: FindingContext
    ) -> Finding? {
        let (claims, address) = (context.addressClaims, conflict.place.address)
        guard shared.insert(Meeting(address: address, hosts: [conflict.prober, conflict.rival])).inserted else {
            return nil
        }
        // Who asked at the same time may keep the address if the other one goes.
        let proberKeeps = conflict.isSimultaneous && claims.keeps(conflict.prober, conflict)
        let keeper: LinkAddress? =
            proberKeeps
            ? conflict.prober
            : !conflict.isSimultaneous || claims.keeps(conflict.rival, conflict) ? conflict.rival : nil
        let losers: [LinkAddress] = [conflict.prober, conflict.rival].filter { $0 != keeper }
        let moves = losers.map { (host: $0, next: claims.next(of: $0, after: conflict)) }
        let isOpen = moves.contains { $0.next?.isHeld != true }
        let isLeft = isOpen && (context.counter.lastTime ?? 0) - conflict.answer.time > movingTime
        let reason =
            conflict.isSimultaneous
            ? "\(conflict.rival) probed for it at the same time"
                + (keeper.map { ", and \($0) kept it" } ?? ", and neither kept it")
            : "\(conflict.rival) had it and kept it"
        let outcome = moves.map { host, next in
            next.map { "\(host) \($0.isHeld ? "took" : "then probed for") \($0.address)" }
                ?? "\(host) asked for no other address"
        }
        return context.finding(
            "link-local-address-conflict", isLeft ? .warning : .note, about: .capture,
            at: [conflict.probe, conflict.answer], time: context.axis.seconds(conflict.answer.time),
            message:
                "\(conflict.prober) probed for the link-local address \(address), but \(reason). "
                + "\(outcome.joined(separator: ", and ")).",
            facts: [
                "address": address, "linkAddresses": [conflict.prober.description, conflict.rival.description],
                "keptBy": keeper, "movedTo": moves.compactMap { $0.next?.address.description },
            ],
            remedy: isLeft
                ? "Find out why the host did not choose another address: without one it cannot be reached."
                : "Nothing is wrong if this is rare. If it happens often, look for hosts that choose the same addresses.",
            reference: "RFC 3927 §2.2.1")
    }
}
