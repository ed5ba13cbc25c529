import WireCoding

/// What is known to find the keys of a connection with.
struct QUICKeySearch: Sendable {
    /// The maximum number of versions: a connection begins in one and may go on in another.
    static let maximumVersions = 4

    /// The random of the client's hello; nil before it was read.
    var clientRandom: [UInt8]? { didSet { generation += 1 } }
    /// The suite that the server chose; nil before its hello was read.
    var suite: TLSCipherSuite? { didSet { if suite != oldValue { generation += 1 } } }
    /// How many secrets there are for this random.
    var secretCount = 0 { didSet { if secretCount != oldValue { generation += 1 } } }
    /// The versions of long headers, the latest of the server first.
    private(set) var versions: [QUICVersion] = []
    /// Changes with everything above.
    private(set) var generation = 0

    mutating func note(_ version: QUICVersion, fromClient: Bool) {
        guard version.isKnown, versions.first != version else { return }
        if let index = versions.firstIndex(of: version) {
            guard !fromClient else { return }
            versions.remove(at: index)
            versions.insert(version, at: 0)
            return
        }
        guard versions.count < Self.maximumVersions else { return }
        versions.insert(version, at: fromClient ? versions.count : 0)
        generation += 1
    }

    /// The suites to try a secret with.
    ///
    /// - Parameter isChosen: Whether the packets use the suite that the server chose. Those of 0-RTT use that of the
    ///   session before, and without the server's hello it is not known either.
    func suites(for secret: SecretBytes, isChosen: Bool) -> [TLSCipherSuite] {
        if isChosen, let suite { return [suite] }
        return TLSCipherSuite.ofQUIC.filter { $0.parameters?.hash.byteCount == secret.count }
    }
}

/// The packets of one end with one kind of secret: Handshake, 0-RTT or 1-RTT.
struct QUICProtectionLevel: Sendable {
    private struct Keys: Sendable {
        let version: QUICVersion
        let source: SessionSecrets.Source
        var opener: QUICPacketOpener
    }

    let label: KeyLogLabel
    /// Keys that opened a packet, at most one for each version.
    private var proven: [Keys] = []
    private var candidates: [Keys] = []
    /// The generation of the search that the candidates come from.
    private var candidateGeneration = -1

    init(_ label: KeyLogLabel) { self.label = label }

    /// Where the first secret came from that opened a packet; nil where none did.
    var source: SessionSecrets.Source? { proven.first?.source }
    /// Key phases after the first.
    var keyUpdates: Int { proven.reduce(0) { max($0, $1.opener.keyUpdates) } }

    /// Whether there are keys that may be the right ones.
    var hasCandidates: Bool { !candidates.isEmpty }

    /// Whether the keys of packets of a version are certain. For packets without a version, any will do.
    func isProven(_ version: QUICVersion?) -> Bool {
        version == nil ? !proven.isEmpty : proven.contains { $0.version == version }
    }

    /// Opens a packet with keys that are certain, or else with every secret that may be the one.
    ///
    /// - Parameters:
    ///   - largestNumber: The largest number opened with other keys in the same packet number space.
    ///   - attempted: What was opened of the datagram before its turn.
    mutating func open(
        _ packet: QUICPacketView, in datagram: Span<UInt8>, _ search: QUICKeySearch, _ secrets: SessionSecrets,
        largestNumber: UInt64?, attempted: QUICAttemptedPacket? = nil
    ) -> (packet: QUICOpenedPacket, version: QUICVersion)? {
        if isProven(packet.version) {
            for index in proven.indices where packet.version == nil || proven[index].version == packet.version {
                // Attempts are made with the first keys.
                let attempted = index == 0 ? attempted : nil
                if let opened = try? proven[index].opener.open(packet, in: datagram, attempted: attempted) {
                    return (opened, proven[index].version)
                }
            }
            return nil
        }
        if candidateGeneration != search.generation { findCandidates(search, secrets, largestNumber) }
        for index in candidates.indices where packet.version == nil || candidates[index].version == packet.version {
            guard let opened = try? candidates[index].opener.open(packet, in: datagram) else { continue }
            let keys = candidates[index]
            proven.append(keys)
            candidates.removeAll { packet.version == nil || $0.version == keys.version }
            return (opened, keys.version)
        }
        return nil
    }

    /// What opens later packets without a version. Nil before there are keys.
    func attempts(connectionIDLength: Int, after known: UInt64?) -> QUICPacketAttempts? {
        guard !proven.isEmpty else { return nil }
        return proven[0].opener.attempts(connectionIDLength: connectionIDLength, after: known)
    }

    private mutating func findCandidates(
        _ search: QUICKeySearch, _ secrets: SessionSecrets, _ largestNumber: UInt64?
    ) {
        candidateGeneration = search.generation
        candidates = []
        guard let random = search.clientRandom else { return }
        for (secret, source) in secrets.secrets(label, clientRandom: random) {
            for suite in search.suites(for: secret, isChosen: label != .clientEarlyTraffic) {
                for version in search.versions where !isProven(version) {
                    guard
                        let protection = try? QUICPacketProtection(secret: secret, suite: suite, version: version)
                    else { continue }
                    candidates.append(
                        Keys(
                            version: version, source: source,
                            opener: QUICPacketOpener(protection, largestNumber: largestNumber)))
                }
            }
        }
    }
}

extension TLSCipherSuite {
    /// The suites of QUIC (RFC 9001 §5.3), the most common first.
    static let ofQUIC = [0x1301, 0x1302, 0x1303, 0x1304].map { TLSCipherSuite(rawValue: $0) }
}
