import ApplicationProtocols

/// The application that a session is of, and why.
struct GuestChoice: Sendable {
    /// The index of the application.
    var index: Int
    /// In a few words.
    var evidence: String

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
    /// - Returns: Nil where it is none of them.
    static func choose(
        of list: GuestList, _ initiator: GuestStream?, _ responder: GuestStream?, _ circumstances: Circumstances
    ) -> GuestChoice? {
        guard initiator?.hasContent == true || responder?.hasContent == true else { return nil }
        func readings(_ index: Int) -> [GuestReading] {
            [initiator, responder].compactMap { $0?.reading(of: index) }
        }
        var first: GuestChoice?
        for (index, entry) in list.entries.enumerated() where !circumstances.isSealed && !readings(index).isEmpty {
            guard let claim = claim(entry.claims, [initiator, responder], circumstances) else { continue }
            let choice = GuestChoice(index: index, evidence: claim)
            if readings(index).allSatisfy(\.fitsAtFirst) { return choice }
            if first == nil { first = choice }
        }
        if let first { return first }
        for index in list.entries.indices where list.entries[index].builtIn != nil {
            let readings = readings(index)
            guard readings.contains(where: { $0.summary?.isCertain == true }) else { continue }
            let count = count(readings)
            return GuestChoice(
                index: index, evidence: "\(count) message\(count == 1 ? "" : "s") known by checksum or marker")
        }
        guard !circumstances.isBuiltIn, !circumstances.isSealed else { return nil }
        for index in list.entries.indices where list.entries[index].builtIn == nil {
            let readings = readings(index)
            guard readings.allSatisfy(\.fitsThroughout), readings.contains(where: { $0.tally.messages >= 2 }) else {
                continue
            }
            return GuestChoice(index: index, evidence: "\(count(readings)) messages that fit the description")
        }
        return nil
    }

    private static func count(_ readings: [GuestReading]) -> Int { readings.reduce(0) { $0 + $1.tally.messages } }

    private static func claim(
        _ claims: ApplicationClaims, _ streams: [GuestStream?], _ circumstances: Circumstances
    ) -> String? {
        if let type = circumstances.serviceType, claims.services.contains(type) { return "the service \(type)" }
        if claims.ports.contains(circumstances.responderPort) { return "port \(circumstances.responderPort)" }
        guard !claims.magic.isEmpty, streams.contains(where: { $0?.opening.starts(with: claims.magic) ?? false }) else {
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
