import ApplicationProtocols

/// The application that a session is of, and why.
struct GuestChoice: Sendable {
    /// The index of the application.
    var index: Int
    /// In a few words.
    var evidence: String
    /// What carries its messages.
    var carrier: ApplicationCarrier

    /// What is known of a session beside its messages.
    struct Circumstances {
        /// The DNS-SD type of its service, such as `_chess._tcp`.
        var serviceType: String?
        var responderPort: UInt16
        /// Whether its bytes are encrypted, so that nobody can read them.
        var isSealed: Bool
        /// Whether it is of a built-in application.
        var isBuiltIn: Bool
    }

    /// The application of a session: of those that claim it the first that fits, else the first. Then those that the analyzer
    /// brings along, if the bytes prove it. Then those that fit by their messages alone.
    ///
    /// - Parameter streams: What both ends sent over each of the session's carriers.
    /// - Returns: Nil where it is none of them.
    static func choose(
        of list: GuestList, _ streams: [Ends<GuestStream?>], _ circumstances: Circumstances
    ) -> GuestChoice? {
        let ways = streams.compactMap(Way.init)
        guard !ways.isEmpty else { return nil }
        var first: GuestChoice?
        for (index, entry) in list.entries.enumerated() where !circumstances.isSealed {
            let claimed = ways.compactMap { way in
                way.readings(of: index).isEmpty
                    ? nil
                    : claim(entry.claims, way, circumstances).map {
                        (way: way, choice: GuestChoice(index: index, evidence: $0, carrier: way.carrier))
                    }
            }
            // Of two carriers, the one without any message fits too.
            let fitting = claimed.filter { $0.way.readings(of: index).allSatisfy(\.fitsAtFirst) }
            if let best = fitting.first(where: { count($0.way.readings(of: index)) > 0 }) ?? fitting.first {
                return best.choice
            }
            if first == nil { first = claimed.first?.choice }
        }
        if let first { return first }
        for index in list.entries.indices where list.entries[index].builtIn != nil {
            for way in ways where way.readings(of: index).contains(where: { $0.summary?.isCertain == true }) {
                let count = count(way.readings(of: index))
                return GuestChoice(
                    index: index, evidence: "\(count) message\(count == 1 ? "" : "s") known by checksum or marker",
                    carrier: way.carrier)
            }
        }
        guard !circumstances.isBuiltIn, !circumstances.isSealed else { return nil }
        for index in list.entries.indices where list.entries[index].builtIn == nil {
            for way in ways {
                let readings = way.readings(of: index)
                guard readings.allSatisfy(\.fitsThroughout), readings.contains(where: { $0.tally.messages >= 2 })
                else { continue }
                return GuestChoice(
                    index: index, evidence: "\(count(readings)) messages that fit the description",
                    carrier: way.carrier)
            }
        }
        return nil
    }

    /// What both ends sent over one carrier, if there was anything.
    private struct Way {
        let carrier: ApplicationCarrier
        let streams: [GuestStream]

        init?(_ ends: Ends<GuestStream?>) {
            streams = [ends.initiator, ends.responder].compactMap(\.self)
            guard let first = streams.first, streams.contains(where: \.hasContent) else { return nil }
            carrier = first.carrier
        }

        func readings(of index: Int) -> [GuestReading] { streams.compactMap { $0.reading(of: index) } }
    }

    private static func count(_ readings: [GuestReading]) -> Int { readings.reduce(0) { $0 + $1.tally.messages } }

    private static func claim(_ claims: ApplicationClaims, _ way: Way, _ circumstances: Circumstances) -> String? {
        if let type = circumstances.serviceType, claims.services.contains(type) { return "the service \(type)" }
        if claims.ports.contains(circumstances.responderPort) { return "port \(circumstances.responderPort)" }
        guard !claims.magic.isEmpty, way.streams.contains(where: { $0.opening.starts(with: claims.magic) }) else {
            return nil
        }
        return "the first bytes"
    }
}

extension GuestStream {
    /// Whether there was anything to read.
    var hasContent: Bool { !opening.isEmpty }
}

extension GuestReading {
    /// Whether the first messages are of the application.
    var fitsAtFirst: Bool {
        tally.strangers == 0 && (tally.messages >= GuestTally.openingMessages || faults == 0)
    }

    /// Whether all of it is.
    var fitsThroughout: Bool { tally.strangers == 0 && faults == 0 && summary?.start != .notFound }

    private var faults: Int { summary?.malformed ?? 0 }
}
