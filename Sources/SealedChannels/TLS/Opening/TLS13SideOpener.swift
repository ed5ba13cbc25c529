import WireCoding

/// Opens the records of one direction of TLS 1.3, whose keys and numbers the wire does not say: only a successful
/// authentication proves them.
struct TLS13SideOpener: Sendable {
    /// Records that may be missing in a hole, and generations of keys.
    private static let numbersBehindHole: UInt64 = 256
    private static let generationsBehindHole = 3
    /// Keys that are tried with each record without being counted.
    private static let maximumFreeKeys = 16
    /// Records before the first one of a capture that begins in the middle.
    private static let numbersMidstream: UInt64 = 3_072

    private struct Keys: Sendable {
        var secret: TLS13TrafficSecret
        var cipher: TLSCipherSuiteParameters.RecordCipher
        var protection: TLS13RecordProtection
        var source: SessionSecrets.Source
        /// By which a log names the session of the secret, where no hello says that.
        var clientRandom: [UInt8]?

        init?(
            _ secret: TLS13TrafficSecret, _ cipher: TLSCipherSuiteParameters.RecordCipher,
            _ source: SessionSecrets.Source, _ clientRandom: [UInt8]?
        ) {
            guard let protection = secret.protection(cipher) else { return nil }
            (self.secret, self.cipher, self.protection, self.source) = (secret, cipher, protection, source)
            self.clientRandom = clientRandom
        }

        var next: Keys? { Keys(secret.next, cipher, source, clientRandom) }
    }

    /// By stage: keys that may be the right ones; one, once a record has proved it.
    private var keys: [[Keys]] = Array(repeating: [], count: TLS13Stage.allCases.count)
    /// By stage.
    private var proven = Array(repeating: false, count: TLS13Stage.allCases.count)
    private(set) var stage = TLS13Stage.early
    /// Of the next record, under the proven keys of the stage.
    private var number: UInt64 = 0
    private var budget = SearchBudget()
    /// Bytes are missing since the last record that was opened.
    private(set) var isBehindHole = false
    private var isMidstream = false
    private(set) var keyUpdates = 0

    /// Whether records of application data, early or not, were opened.
    var hasApplicationKeys: Bool { isProven(.early) || isProven(.application) }
    /// Whether there is any key for a stage.
    func hasKeys(_ stage: TLS13Stage) -> Bool { !keys[stage.rawValue].isEmpty }
    func isProven(_ stage: TLS13Stage) -> Bool { proven[stage.rawValue] }

    mutating func miss() { isBehindHole = true }

    /// A record stays sealed whose place is known. If others were opened, it is damaged, and the next one has another number.
    mutating func skip() { if proven.contains(true) { isBehindHole = true } }

    mutating func beginMidstream() {
        isMidstream = true
        isBehindHole = true
    }

    /// By which a log names the session of the keys that opened application data, where no hello says that.
    var provenRandom: [UInt8]? {
        isProven(.application) ? keys[TLS13Stage.application.rawValue].first?.clientRandom : nil
    }

    /// Adds keys that may be the right ones.
    ///
    /// - Parameter clientRandom: By which a log names their session, where no hello says that.
    mutating func add(
        _ secret: SecretBytes, _ cipher: TLSCipherSuiteParameters.RecordCipher, hash: TLSHash,
        _ source: SessionSecrets.Source, for stage: TLS13Stage, clientRandom: [UInt8]? = nil
    ) {
        guard secret.count == hash.byteCount, !isProven(stage),
            let new = Keys(TLS13TrafficSecret(secret, hash: hash), cipher, source, clientRandom)
        else { return }
        keys[stage.rawValue].append(new)
    }

    /// Gives up what was added and not proven, for better knowledge.
    mutating func removeUnproven(_ stage: TLS13Stage) {
        if !isProven(stage) { keys[stage.rawValue] = [] }
    }

    /// What opened a record.
    struct Opened: Sendable {
        var record: TLS13RecordProtection.OpenedRecord
        var stage: TLS13Stage
        var source: SessionSecrets.Source
    }

    /// Opens a record, with the keys that come next or, behind a hole, with those that may.
    ///
    /// - Parameter allowance: Attempts that all connections may make.
    mutating func open(_ fragment: Span<UInt8>, _ allowance: inout Int) -> Opened? {
        for number in self.stage.rawValue...TLS13Stage.application.rawValue {
            guard let stage = TLS13Stage(rawValue: number), !keys[number].isEmpty else { continue }
            if let record = openNext(fragment, stage, &allowance) ?? search(fragment, stage, &allowance) {
                return Opened(record: record, stage: stage, source: keys[stage.rawValue][0].source)
            }
        }
        return nil
    }

    /// With the number that comes next, or the first one of a stage.
    private mutating func openNext(
        _ fragment: Span<UInt8>, _ stage: TLS13Stage, _ allowance: inout Int
    ) -> TLS13RecordProtection.OpenedRecord? {
        let first = firstNumber(stage)
        // What is proven may always be tried, and what few keys open that may be the right ones.
        let isFree = isProven(stage) || !isBehindHole && keys[stage.rawValue].count <= Self.maximumFreeKeys
        let cost = SearchBudget.cost(ofOpening: fragment.count)
        for index in keys[stage.rawValue].indices where isFree || budget.spend(cost, of: &allowance) {
            let protection = keys[stage.rawValue][index].protection
            // Keys that are only one of several are mostly ruled out by a byte.
            let record =
                isProven(stage)
                ? try? protection.open(fragment, number: first)
                : protection.search(fragment, numbers: first..<first + 1)?.record
            if let record {
                if keys[stage.rawValue].count > 1 { keys[stage.rawValue] = [keys[stage.rawValue][index]] }
                settle(stage, number: first, &allowance)
                return record
            }
        }
        return nil
    }

    /// With any number that may be, and later generations of the keys.
    private mutating func search(
        _ fragment: Span<UInt8>, _ stage: TLS13Stage, _ allowance: inout Int
    ) -> TLS13RecordProtection.OpenedRecord? {
        guard isBehindHole else { return nil }
        let count = isMidstream ? Self.numbersMidstream : Self.numbersBehindHole
        // All keys of a generation before any of the next: most sessions never change theirs.
        var tried = keys[stage.rawValue]
        for generation in 0...(stage == .application ? Self.generationsBehindHole : 0) {
            if generation > 0 { tried = tried.compactMap(\.next) }
            let from = generation == 0 ? firstNumber(stage) : 0
            for keys in tried {
                guard budget.spend(Int(count), of: &allowance) else { return nil }
                guard let (number, record) = keys.protection.search(fragment, numbers: from..<from + count) else {
                    continue
                }
                budget.giveBack(Int(from + count - number) - 1, to: &allowance)
                keyUpdates += generation
                self.keys[stage.rawValue] = [keys]
                settle(stage, number: number, &allowance)
                return record
            }
        }
        return nil
    }

    private func firstNumber(_ stage: TLS13Stage) -> UInt64 {
        stage == self.stage && isProven(stage) ? number : 0
    }

    private mutating func settle(_ stage: TLS13Stage, number: UInt64, _ allowance: inout Int) {
        proven[stage.rawValue] = true
        self.stage = stage
        self.number = number + 1
        if isMidstream { budget.reset(&allowance) } else { budget.succeed(&allowance) }
        isBehindHole = false
        isMidstream = false
    }

    /// The sender's next records are under the next generation of its keys (RFC 8446 §7.2).
    mutating func updateKeys() {
        guard let next = keys[stage.rawValue].first?.next else { return }
        keys[stage.rawValue] = [next]
        number = 0
        keyUpdates += 1
    }

    /// The sender's records of a stage are over.
    mutating func leave(_ stage: TLS13Stage) {
        guard stage == self.stage, let next = TLS13Stage(rawValue: stage.rawValue + 1) else { return }
        self.stage = next
        number = 0
    }
}
