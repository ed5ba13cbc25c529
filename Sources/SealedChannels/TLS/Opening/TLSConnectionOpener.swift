import WireCoding

/// Opens the records of a TLS connection, of both directions, with the keys that were given: TLS 1.2 (RFC 5246) and TLS
/// 1.3 (RFC 8446).
///
/// It is fed with the records of each direction in their order, those that are not sealed too:
///
///     switch opener.open(header, fragment.span, fromClient: true, secrets) {
///     case .opened(let record) where record.contentType == .applicationData: read(record.content)
///     case .waiting: // again, once the other direction has said more
///     default: break
///     }
///
/// What is opened is authenticated; nothing is guessed. Behind bytes that are missing the number of a record is searched.
public struct TLSConnectionOpener: Sendable {
    /// What became of a record.
    @nonexhaustive
    public enum Outcome: Sendable {
        /// It was not sealed.
        case clear
        /// It was opened and is authentic.
        case opened(OpenedRecord)
        /// It cannot be opened yet: the other direction's hello or the key may still come.
        case waiting
        /// It stays sealed: no key that was given opens it.
        case sealed
    }

    /// What was in a record.
    public struct OpenedRecord: Sendable {
        /// The type of the content: of TLS 1.3 that which was encrypted with it.
        public var contentType: TLSContentType
        /// The content, without padding.
        public var content: [UInt8]
        /// Whether it is data that a client sent before the server answered, which only ``acceptsEarlyData`` makes part of
        /// the stream.
        public var isEarly: Bool
    }

    /// Secrets of a log that are tried for a connection whose hellos are missing: the last ones. More cannot be searched within
    /// the limits.
    private static let maximumMidstreamSecrets = 128

    /// What the messages show that were sealed.
    public private(set) var facts = TLSHandshakeFacts()
    /// Where the keys came from that opened something, in doubt the first.
    public private(set) var source: SessionSecrets.Source?
    /// Whether early data became part of the stream; nil as long as that is not known.
    public private(set) var acceptsEarlyData: Bool?

    /// Attempts to find the number of a record behind a hole, or in a stream without a beginning, that may still be made;
    /// those that led to something are given back. An attempt takes a third of a microsecond or so. One who opens many
    /// connections hands the same allowance from one to the next, so that those that cannot be opened do not take hours.
    public var searchAllowance = maximumSearchAllowance
    /// What ``searchAllowance`` begins with: some seconds.
    public static let maximumSearchAllowance = 1 << 22

    private(set) var negotiation = TLSNegotiation()
    private var client = Side()
    private var server = Side()

    private struct Side: Sendable {
        var messages = TLSHandshakeMessages()
        /// Whether it has sent ChangeCipherSpec.
        var hasChangedCipher = false
        var old = TLS12SideOpener()
        var new = TLS13SideOpener()
        /// The secrets that there were when its keys were looked up, and whether both hellos were there.
        var lookup: (entries: Int, isComplete: Bool)?
        var opened = 0
    }

    /// An opener of a connection of which nothing was seen yet.
    public init() {}

    /// Nothing of the beginning was seen. TLS 1.3 is opened all the same if its secrets are among those given.
    public mutating func beginMidstream() {
        isMidstream = true
        client.new.beginMidstream()
        server.new.beginMidstream()
    }

    private var isMidstream = false
    private var lacksClientHello = false

    /// The client's hello is not in the capture, though other parts of the handshake may be: any session's secrets may be this
    /// one's. In TLS 1.2 nothing can be opened then, whose keys depend on the hello.
    public mutating func missClientHello() {
        guard !lacksClientHello else { return }
        lacksClientHello = true
        forgetLookups()
    }

    /// Bytes of a direction are missing before its next record.
    public mutating func miss(fromClient: Bool) {
        withSide(fromClient) {
            $0.messages.miss()
            $0.old.miss()
            $0.new.miss()
        }
        negotiation.miss()
    }

    /// A record comes next of which bytes are missing, but whose place is known.
    ///
    /// - Parameters:
    ///   - header: The header of the record.
    ///   - beginning: Of the fragment, as far as it is there.
    ///   - fromClient: Whether the client sent it.
    public mutating func skip(_ header: TLSRecordHeader, beginning: Span<UInt8>, fromClient: Bool) {
        if header.contentType == .handshake, !isSealed(fromClient) {
            negotiation.note(beginning: beginning, fromClient: fromClient)
            forgetLookups()
        }
        withSide(fromClient) {
            $0.messages.miss()
            if $0.hasChangedCipher { $0.old.skip() }
            $0.new.miss()
        }
        negotiation.miss()
    }

    // MARK: - What is known

    /// The random of the client's hello, by which key logs name a session.
    public var clientRandom: [UInt8]? { negotiation.clientRandom }
    /// The randoms by which key logs name all that was opened: those of later handshakes too, and without a hello those of the secrets
    /// that fit.
    public var clientRandoms: [[UInt8]] {
        let fitting = [client.new.provenRandom, server.new.provenRandom].compactMap(\.self)
        return negotiation.clientRandoms + fitting.filter { !negotiation.clientRandoms.contains($0) }
    }
    /// The name of the key that both ends had before, where it is a text.
    public var sharedIdentity: String? { negotiation.identityText }
    /// Whether both hellos were seen, whose randoms all keys depend on.
    public var hasHellos: Bool { negotiation.client != nil && negotiation.server != nil }
    /// Whether the server chose a cipher suite that cannot be opened.
    public var isCipherUnknown: Bool { negotiation.isCipherUnknown }
    /// Messages of a direction that change its keys (RFC 8446 §4.6.3).
    public func keyUpdates(fromClient: Bool) -> Int { self[side: fromClient].new.keyUpdates }
    /// Whether application data of a direction was opened, or would be.
    public func hasApplicationKeys(fromClient: Bool) -> Bool {
        self[side: fromClient].old.isProven || self[side: fromClient].new.hasApplicationKeys
    }
    /// Whether nothing of a direction's handshake was opened, and nothing but that came before its application data.
    public func isHandshakeSealed(fromClient: Bool) -> Bool {
        guard negotiation.isTLS13, !self[side: fromClient].new.isProven(.handshake) else { return false }
        return !fromClient || !negotiation.offersEarlyData || client.new.isProven(.early)
    }

    /// The reason in its keys why not all of a session was opened.
    ///
    /// - Parameters:
    ///   - secrets: Everything that may open the session.
    ///   - opensNothing: Whether no record was opened.
    public func reason(_ secrets: SessionSecrets, opensNothing: Bool) -> SealedReason? {
        negotiation.reason(secrets, opensNothing: opensNothing)
    }

    // MARK: - Opening

    /// Takes the next record of a direction.
    ///
    /// - Parameters:
    ///   - header: The header of the record.
    ///   - fragment: The bytes after the record's header.
    ///   - fromClient: Whether the client sent it.
    ///   - secrets: Everything that may open it.
    ///   - isLast: Whether nothing more comes, so that nothing can wait.
    public mutating func open(
        _ header: TLSRecordHeader, _ fragment: Span<UInt8>, fromClient: Bool, _ secrets: SessionSecrets,
        isLast: Bool = false
    ) -> Outcome {
        switch header.contentType {
        case .changeCipherSpec where !isSealed(fromClient):
            noteChangeCipherSpec(fromClient)
            return .clear
        case .handshake where !isSealed(fromClient):
            take(fragment.copied(), fromClient: fromClient, isSealed: false)
            return .clear
        case .alert where !isSealed(fromClient) && fragment.count == TLSAlert.size: return .clear
        default: return unseal(header, fragment, fromClient, secrets, isLast: isLast)
        }
    }

    /// Opens what may be a record, behind a hole or in a stream without a beginning. Bytes that are not sealed change nothing,
    /// because nothing proves that they are a record.
    public mutating func openCandidate(
        _ header: TLSRecordHeader, _ fragment: Span<UInt8>, fromClient: Bool, _ secrets: SessionSecrets
    ) -> OpenedRecord? {
        guard case .opened(let record) = unseal(header, fragment, fromClient, secrets, isLast: true) else { return nil }
        return record
    }

    private subscript(side fromClient: Bool) -> Side {
        _read { if fromClient { yield client } else { yield server } }
    }

    private mutating func withSide(_ fromClient: Bool, _ change: (inout Side) -> Void) {
        if fromClient { change(&client) } else { change(&server) }
    }

    /// Whether handshake messages and alerts are sealed too: in TLS 1.2 behind ChangeCipherSpec. TLS 1.3 calls all that it
    /// seals application data.
    private func isSealed(_ fromClient: Bool) -> Bool {
        !negotiation.isTLS13 && self[side: fromClient].hasChangedCipher
    }

    private mutating func noteChangeCipherSpec(_ fromClient: Bool) {
        withSide(fromClient) {
            $0.hasChangedCipher = true
            $0.old.begin()
            $0.lookup = nil
        }
    }

    private mutating func unseal(
        _ header: TLSRecordHeader, _ fragment: Span<UInt8>, _ fromClient: Bool, _ secrets: SessionSecrets, isLast: Bool
    ) -> Outcome {
        lookUp(fromClient, secrets)
        let opened: OpenedRecord?
        let isTLS12 = isTLS12(fromClient)
        if isTLS12 {
            opened = openOld(header, fragment, fromClient)
        } else {
            opened = openNew(fragment, fromClient)
        }
        if let opened { return .opened(opened) }
        guard isLast || isMidstream || lacksClientHello || !mayOpenLater(fromClient, secrets) else { return .waiting }
        withSide(fromClient) { if isTLS12 { $0.old.skip() } else { $0.new.skip() } }
        return .sealed
    }

    /// Whether a hello or a key may still come that opens what could not be opened.
    private func mayOpenLater(_ fromClient: Bool, _ secrets: SessionSecrets) -> Bool {
        if self[side: fromClient].old.isProven { return false }
        guard hasHellos else { return true }
        // A log has the secrets of a handshake before those of the data.
        let hasKeys =
            negotiation.isTLS13 ? self[side: fromClient].new.hasKeys(.application) : self[side: fromClient].old.hasKeys
        return secrets.isGrowing && !hasKeys
    }

    /// Whether a direction's records are sealed as in TLS 1.2: also between the hellos of a later handshake, which are sealed
    /// by the keys of the one before (RFC 5246 §7.4.1.1).
    private func isTLS12(_ fromClient: Bool) -> Bool {
        self[side: fromClient].old.isProven || negotiation.server != nil && !negotiation.isTLS13
    }

    private mutating func openOld(
        _ header: TLSRecordHeader, _ fragment: Span<UInt8>, _ fromClient: Bool
    ) -> OpenedRecord? {
        let result =
            fromClient
            ? client.old.open(
                fragment, contentType: header.contentType, version: header.version, &searchAllowance)
            : server.old.open(
                fragment, contentType: header.contentType, version: header.version, &searchAllowance)
        guard let (content, source) = result else { return nil }
        note(source)
        if header.contentType == .handshake { take(content, fromClient: fromClient, isSealed: true) }
        if header.contentType == .changeCipherSpec { noteChangeCipherSpec(fromClient) }
        return OpenedRecord(contentType: header.contentType, content: content, isEarly: false)
    }

    private mutating func openNew(_ fragment: Span<UInt8>, _ fromClient: Bool) -> OpenedRecord? {
        let isBehindHole = self[side: fromClient].new.isBehindHole
        let result =
            fromClient
            ? client.new.open(fragment, &searchAllowance) : server.new.open(fragment, &searchAllowance)
        guard let opened = result else { return nil }
        note(opened.source)
        let (type, content) = (opened.record.contentType, opened.record.content)
        if fromClient, opened.stage > .early, acceptsEarlyData == nil, negotiation.offersEarlyData, !isBehindHole {
            acceptsEarlyData = false
        }
        if type == .handshake { take(content, fromClient: fromClient, isSealed: true) }
        return OpenedRecord(contentType: type, content: content, isEarly: opened.stage == .early)
    }

    private mutating func note(_ source: SessionSecrets.Source) { self.source = min(self.source ?? source, source) }

    private mutating func take(_ content: [UInt8], fromClient: Bool, isSealed: Bool) {
        let messages = fromClient ? client.messages.append(content) : server.messages.append(content)
        for message in messages {
            negotiation.note(message, fromClient: fromClient)
            if message.type == .clientHello || message.type == .serverHello { forgetLookups() }
            if isSealed { follow(message, fromClient: fromClient) }
        }
    }

    private mutating func forgetLookups() {
        client.lookup = nil
        server.lookup = nil
    }

    /// What a sealed message changes.
    private mutating func follow(_ message: TLSHandshakeMessage, fromClient: Bool) {
        // The server's choice may not be known yet.
        guard !isTLS12(fromClient) else { return }
        // Clients have certificates too, but the server's is the one that matters.
        var extensions: [TLSExtension]?
        if !fromClient { extensions = (try? facts.noteEncrypted(message.type, message.body.span)) ?? nil }
        switch message.type {
        case .encryptedExtensions where !fromClient && negotiation.offersEarlyData:
            acceptsEarlyData = extensions?[.earlyData] != nil
        case .endOfEarlyData where fromClient:
            acceptsEarlyData = true
            client.new.leave(.early)
        case .finished:
            withSide(fromClient) { $0.new.leave(.handshake) }
            // Its application keys, and with a shared key those of the client, depend on it.
            if !fromClient { forgetLookups() }
        case .keyUpdate: withSide(fromClient) { $0.new.updateKeys() }
        default: break
        }
    }

    // MARK: - Keys

    private mutating func lookUp(_ fromClient: Bool, _ secrets: SessionSecrets) {
        guard !self[side: fromClient].old.isProven else { return }
        let isComplete = negotiation.server != nil
        let count = secrets.entryVersion
        if let known = self[side: fromClient].lookup, known.entries == count, known.isComplete == isComplete { return }
        withSide(fromClient) { $0.lookup = (count, isComplete) }
        if isComplete, !negotiation.isTLS13 {
            let keys = negotiation.sessionKeys(secrets)
            withSide(fromClient) { side in
                side.old.set(keys.map { (fromClient ? $0.keys.client : $0.keys.server, $0.source) })
            }
        } else if negotiation.client != nil {
            for stage in TLS13Stage.allCases { lookUp(stage, fromClient, secrets) }
        } else if isMidstream {
            lookUpAll(.application, fromClient, secrets)
        } else if lacksClientHello {
            lookUpAll(.handshake, fromClient, secrets)
            lookUpAll(.application, fromClient, secrets)
        }
    }

    private mutating func lookUp(_ stage: TLS13Stage, _ fromClient: Bool, _ secrets: SessionSecrets) {
        let found = negotiation.trafficSecrets(stage, fromClient: fromClient, secrets)
        // Early data is sealed with the suite of an earlier session, which a server that refuses it need not choose.
        let suites =
            stage == .early ? TLSCipherSuite.ofTLS13 : negotiation.parameters.map { [$0] } ?? TLSCipherSuite.ofTLS13
        withSide(fromClient) { side in
            side.new.removeUnproven(stage)
            for (secret, source) in found {
                for suite in suites { side.new.add(secret, suite.cipher, hash: suite.hash, source, for: stage) }
            }
        }
    }

    /// Any session's secrets may be this one's.
    private mutating func lookUpAll(_ stage: TLS13Stage, _ fromClient: Bool, _ secrets: SessionSecrets) {
        guard let label = stage.label(fromClient: fromClient) else { return }
        let suites = negotiation.parameters.map { [$0] } ?? TLSCipherSuite.ofTLS13
        let found = secrets.latestSecrets(label, limit: Self.maximumMidstreamSecrets)
        withSide(fromClient) { side in
            side.new.removeUnproven(stage)
            // The usual suites of all sessions before the others of any.
            for suite in suites {
                for (entry, source) in found {
                    side.new.add(
                        entry.secret, suite.cipher, hash: suite.hash, source, for: stage,
                        clientRandom: entry.clientRandom)
                }
            }
        }
    }
}
