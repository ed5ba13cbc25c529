import WireCoding

/// Everything that the owner of sessions gave to open them, and what captures bring along: key logs, pre-shared keys and
/// passcodes.
///
/// A value: a copy stays as it is while another grows with its log.
public struct SessionSecrets: Sendable {
    /// Where a secret came from. The order is that in which secrets are tried, and the first one is reported.
    @nonexhaustive
    public enum Source: Int, CaseIterable, Comparable, Sendable {
        /// A key log that was given.
        case keyLog
        /// A block of secrets in the capture itself.
        case capture
        /// A pre-shared key or a passcode.
        case sharedKey

        public static func < (first: Source, second: Source) -> Bool { first.rawValue < second.rawValue }
    }

    /// The logs that were given, as one.
    public var log: KeyLog
    /// The key logs in blocks of captures.
    public var captured: KeyLog
    /// In the order in which they are tried.
    public var sharedKeys: [PreSharedKey]
    /// Whether a log may still get secrets of sessions that are being read.
    public var isGrowing = false
    /// Whether there is a log at all, be it empty: one that was given, or that a capture has.
    public var hasLogs = false

    /// Whether ``captured`` has everything that the captures hold, so that nothing more of them is to be added.
    public var hasAllCaptured = false

    /// Secrets of these logs and keys; without arguments, none.
    ///
    /// - Parameters:
    ///   - log: The logs that were given, as one.
    ///   - captured: The key logs in blocks of captures.
    ///   - sharedKeys: Pre-shared keys and passcodes, in the order in which they are to be tried.
    public init(log: KeyLog = KeyLog(), captured: KeyLog = KeyLog(), sharedKeys: [PreSharedKey] = []) {
        self.log = log
        self.captured = captured
        self.sharedKeys = sharedKeys
    }

    /// Whether there is nothing to open anything with.
    public var isEmpty: Bool { log.entries.isEmpty && captured.entries.isEmpty && sharedKeys.isEmpty }

    /// All secrets for a label and the random of a client's hello: most often one or none.
    public func secrets(
        _ label: KeyLogLabel, clientRandom: [UInt8]
    ) -> [(secret: SecretBytes, source: Source)] {
        let given = log.secrets(label, clientRandom: clientRandom)
        let held = captured.secrets(label, clientRandom: clientRandom).filter { !given.contains($0) }
        return given.map { ($0, .keyLog) } + held.map { ($0, .capture) }
    }

    /// Whether both have the same, where one is a later state of the other.
    public func isSame(as other: SessionSecrets) -> Bool {
        entryVersion == other.entryVersion && isGrowing == other.isGrowing
    }

    /// Changes whenever there is a new secret.
    var entryVersion: Int { log.entries.count &+ captured.entries.count &+ sharedKeys.count }

    /// Whether a log has anything for the session of a client's random.
    public func knows(clientRandom: [UInt8]) -> Bool {
        !log.entries(clientRandom: clientRandom).isEmpty || !captured.entries(clientRandom: clientRandom).isEmpty
    }

    /// The last secrets for a label, whatever session they are of: for sessions whose beginning is not in the capture.
    ///
    /// - Parameter limit: How many, at most, the last one first.
    func latestSecrets(_ label: KeyLogLabel, limit: Int) -> [(entry: KeyLogEntry, source: Source)] {
        var latest: [(entry: KeyLogEntry, source: Source)] = []
        for entry in log.latestEntries(label, limit: limit) { latest.append((entry, .keyLog)) }
        for entry in captured.latestEntries(label, limit: limit) {
            guard latest.count < limit else { break }
            guard !log.secrets(label, clientRandom: entry.clientRandom).contains(entry.secret) else { continue }
            latest.append((entry, .capture))
        }
        return latest
    }

    /// The keys for an identity as it was sent, in the order in which they are tried.
    public func sharedKeys(for identity: [UInt8]) -> [SecretBytes] {
        sharedKeys.compactMap { $0.key(for: identity) }
    }

    /// Distinct secrets of all logs.
    public var entryCount: Int {
        log.entries.count
            + captured.entries.count { !log.secrets($0.label, clientRandom: $0.clientRandom).contains($0.secret) }
    }

    /// Lines of all logs that are no part of the format.
    public var malformedLines: Int { log.malformedLines + captured.malformedLines }
}
