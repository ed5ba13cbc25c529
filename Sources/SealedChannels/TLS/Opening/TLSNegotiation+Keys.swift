/// The keys of a session that follow from what was given.
extension TLSNegotiation {
    /// Of TLS 1.2 and DTLS 1.2: the keys of both sides, for each secret that may be the session's.
    func sessionKeys(_ secrets: SessionSecrets) -> [(keys: TLS12SessionKeys, source: SessionSecrets.Source)] {
        guard let client, let server, let parameters, !isTLS13, !isCipherUnknown else { return [] }
        let masters = secrets.secrets(.masterSecret, clientRandom: client.random) + sharedMasters(secrets)
        let encryptThenMAC = has(.encryptThenMAC)
        return masters.compactMap { master, source in
            TLS12SessionKeys(
                master: master, clientRandom: client.random, serverRandom: server.random, parameters: parameters,
                encryptThenMAC: encryptThenMAC
            ).map { ($0, source) }
        }
    }

    /// Whether keys of TLS 1.2 or DTLS 1.2 that are not there may still follow from what was given, once more of the handshake came.
    func mayGetSessionKeys(_ secrets: SessionSecrets) -> Bool {
        guard client != nil, server != nil else { return true }
        guard !isCipherUnknown else { return false }
        if secrets.isGrowing { return true }
        // A shared key opens with the name that the client sends, and mostly with the hash of all messages up to that.
        guard parameters?.keyExchange == .psk, !secrets.sharedKeys.isEmpty else { return false }
        return sharedIdentity == nil || has(.extendedMasterSecret) && parameters.map { sessionHash($0.hash) } == nil
    }

    private func has(_ type: TLSExtension.ExtensionType) -> Bool {
        // A server has only what its client offers.
        (isHelloCut || client?.extensions?[type] != nil) && server?.extensions?[type] != nil
    }

    private func sharedMasters(
        _ secrets: SessionSecrets
    ) -> [(secret: SecretBytes, source: SessionSecrets.Source)] {
        guard let client, let server, let parameters, parameters.keyExchange == .psk, let sharedIdentity
        else { return [] }
        let hash = parameters.hash
        let isExtended = has(.extendedMasterSecret)
        let sessionHash = isExtended ? sessionHash(hash) : nil
        return secrets.sharedKeys(for: sharedIdentity.identity).compactMap { key in
            let premaster = TLS12KeySchedule.premasterSecret(preSharedKey: key)
            guard isExtended else {
                let master = TLS12KeySchedule.masterSecret(
                    premaster: premaster, clientRandom: client.random, serverRandom: server.random, hash: hash)
                return (master, .sharedKey)
            }
            return sessionHash.map {
                let master = TLS12KeySchedule.extendedMasterSecret(premaster: premaster, sessionHash: $0, hash: hash)
                return (master, .sharedKey)
            }
        }
    }

    /// The reason in its keys why not all of a session was opened.
    ///
    /// - Parameter opensNothing: Whether no record was opened.
    func reason(_ secrets: SessionSecrets, opensNothing: Bool) -> SealedReason {
        guard let client, server != nil else { return .handshakeMissing }
        if isCipherUnknown { return .cipherUnsupported }
        guard opensNothing else { return .noKeys }
        // A key that was given for all identities is not meant for tickets.
        let isShared =
            sharedIdentity.map {
                $0.obfuscatedTicketAge == 0 && !secrets.sharedKeys(for: $0.identity).isEmpty
            } ?? false
        let isLogged = secrets.knows(clientRandom: client.random)
        if isShared, exchangesMore { return .preSharedKeyNotSufficient }
        return isShared || isLogged ? .keysDoNotFit : .noKeys
    }

    /// Of TLS 1.3: the first secrets of a direction and stage that may be the session's.
    func trafficSecrets(
        _ stage: TLS13Stage, fromClient: Bool, _ secrets: SessionSecrets
    ) -> [(secret: SecretBytes, source: SessionSecrets.Source)] {
        guard let client, let label = stage.label(fromClient: fromClient) else { return [] }
        return secrets.secrets(label, clientRandom: client.random)
            + sharedTrafficSecrets(stage, fromClient: fromClient, secrets)
    }

    /// Those that follow from a shared key alone (`psk_ke`).
    private func sharedTrafficSecrets(
        _ stage: TLS13Stage, fromClient: Bool, _ secrets: SessionSecrets
    ) -> [(secret: SecretBytes, source: SessionSecrets.Source)] {
        if stage == .early { return earlySecrets(secrets) }
        guard let sharedIdentity, !exchangesMore, let hash = parameters?.hash else { return [] }
        let keys = secrets.sharedKeys(for: sharedIdentity.identity)
        guard !keys.isEmpty,
            let transcript = transcriptHash(upTo: stage == .handshake ? .serverHello : .finished, hash)
        else { return [] }
        return keys.map { key in
            let handshake = TLS13KeySchedule(hash: hash, preSharedKey: key).handshake(sharedSecret: nil)
            let secret =
                switch (stage, fromClient) {
                case (.application, true): handshake.master.clientTraffic(transcriptHash: transcript)
                case (.application, false): handshake.master.serverTraffic(transcriptHash: transcript)
                case (_, true): handshake.clientHandshakeTraffic(transcriptHash: transcript)
                case (_, false): handshake.serverHandshakeTraffic(transcriptHash: transcript)
                }
            return (secret.secret, .sharedKey)
        }
    }

    /// Early data is sealed by the first key that the client offers (RFC 8446 §4.2.10), whatever the server answers.
    private func earlySecrets(
        _ secrets: SessionSecrets
    ) -> [(secret: SecretBytes, source: SessionSecrets.Source)] {
        guard let content = client?.extensions?[.preSharedKey], !secrets.sharedKeys.isEmpty,
            let first = TLSOfferedPreSharedKeys.first(in: content), let hello = helloHash(.sha256)
        else { return [] }
        return secrets.sharedKeys(for: first.identity).map {
            (
                TLS13KeySchedule(hash: .sha256, preSharedKey: $0).clientEarlyTraffic(transcriptHash: hello).secret,
                .sharedKey
            )
        }
    }
}

/// Which keys seal a direction of TLS 1.3 at a time (RFC 8446 §2).
enum TLS13Stage: Int, CaseIterable, Comparable, Sendable {
    case early, handshake, application

    static func < (first: TLS13Stage, second: TLS13Stage) -> Bool { first.rawValue < second.rawValue }

    /// What a key log calls the secret; nil where a direction has none.
    func label(fromClient: Bool) -> KeyLogLabel? {
        switch (self, fromClient) {
        case (.early, true): .clientEarlyTraffic
        case (.early, false): nil
        case (.handshake, true): .clientHandshakeTraffic
        case (.handshake, false): .serverHandshakeTraffic
        case (.application, true): .clientTraffic
        case (.application, false): .serverTraffic
        }
    }
}
