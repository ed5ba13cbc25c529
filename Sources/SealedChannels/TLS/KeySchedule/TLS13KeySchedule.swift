import Crypto

/// From shared secrets to the secrets of both directions, in TLS 1.3 and QUIC (RFC 8446 §7.1).
///
/// An observer has no Diffie-Hellman secret. With a pre-shared key and `psk_ke` there is none, and everything follows
/// from the key:
///
///     let early = TLS13KeySchedule(hash: .sha256, preSharedKey: key)
///     let handshake = early.handshake(sharedSecret: nil)
///     handshake.clientHandshakeTraffic(transcriptHash: toServerHello)
///     handshake.master.serverTraffic(transcriptHash: toServerFinished)
public struct TLS13KeySchedule: Sendable {
    /// The hash function of the cipher suite.
    public let hash: TLSHash
    /// The Early Secret.
    let secret: SecretBytes

    /// - Parameters:
    ///   - hash: The hash function of the cipher suite.
    ///   - preSharedKey: Nil for handshakes without one.
    public init(hash: TLSHash, preSharedKey: SecretBytes? = nil) {
        self.hash = hash
        secret = hash.extract(preSharedKey ?? .zeros(hash), salt: .zeros(hash))
    }

    /// The secret of the client's early data.
    ///
    /// - Parameter transcriptHash: Of the ClientHello.
    public func clientEarlyTraffic(transcriptHash: [UInt8]) -> TLS13TrafficSecret {
        TLS13TrafficSecret(hash.deriveSecret(secret, "c e traffic", transcriptHash: transcriptHash), hash: hash)
    }

    /// The binder of a pre-shared key (RFC 8446 §4.2.11.2): whether it is the one that the ClientHello has shows if the
    /// key is right.
    ///
    /// - Parameters:
    ///   - isExternal: Whether the key was shared outside of TLS, not by a ticket.
    ///   - transcriptHash: Of the ClientHello up to its list of binders, without that.
    public func binder(isExternal: Bool, transcriptHash: [UInt8]) -> SecretBytes {
        let label = isExternal ? "ext binder" : "res binder"
        let key = hash.deriveSecret(secret, label, transcriptHash: hash.hash([]))
        return TLS13TrafficSecret(key, hash: hash).verifyData(transcriptHash: transcriptHash)
    }

    /// The next stage.
    ///
    /// - Parameter sharedSecret: Of Diffie-Hellman; nil for a pre-shared key alone (`psk_ke`).
    public func handshake(sharedSecret: SecretBytes?) -> HandshakeStage {
        let salt = hash.deriveSecret(secret, "derived", transcriptHash: hash.hash([]))
        return HandshakeStage(hash: hash, secret: hash.extract(sharedSecret ?? .zeros(hash), salt: salt))
    }

    /// The secrets of the handshake's encrypted messages.
    public struct HandshakeStage: Sendable {
        let hash: TLSHash
        /// The Handshake Secret.
        let secret: SecretBytes

        /// - Parameter transcriptHash: From ClientHello to ServerHello.
        public func clientHandshakeTraffic(transcriptHash: [UInt8]) -> TLS13TrafficSecret {
            TLS13TrafficSecret(hash.deriveSecret(secret, "c hs traffic", transcriptHash: transcriptHash), hash: hash)
        }

        /// - Parameter transcriptHash: From ClientHello to ServerHello.
        public func serverHandshakeTraffic(transcriptHash: [UInt8]) -> TLS13TrafficSecret {
            TLS13TrafficSecret(hash.deriveSecret(secret, "s hs traffic", transcriptHash: transcriptHash), hash: hash)
        }

        /// The last stage.
        public var master: MasterStage {
            let salt = hash.deriveSecret(secret, "derived", transcriptHash: hash.hash([]))
            return MasterStage(hash: hash, secret: hash.extract(.zeros(hash), salt: salt))
        }
    }

    /// The secrets of application data.
    public struct MasterStage: Sendable {
        let hash: TLSHash
        /// The Master Secret.
        let secret: SecretBytes

        /// - Parameter transcriptHash: From ClientHello to the server's Finished.
        public func clientTraffic(transcriptHash: [UInt8]) -> TLS13TrafficSecret {
            TLS13TrafficSecret(hash.deriveSecret(secret, "c ap traffic", transcriptHash: transcriptHash), hash: hash)
        }

        /// - Parameter transcriptHash: From ClientHello to the server's Finished.
        public func serverTraffic(transcriptHash: [UInt8]) -> TLS13TrafficSecret {
            TLS13TrafficSecret(hash.deriveSecret(secret, "s ap traffic", transcriptHash: transcriptHash), hash: hash)
        }

        /// The key that a ticket stands for (RFC 8446 §4.6.1).
        ///
        /// - Parameters:
        ///   - transcriptHash: From ClientHello to the client's Finished.
        ///   - ticketNonce: Of the NewSessionTicket.
        public func resumptionKey(transcriptHash: [UInt8], ticketNonce: [UInt8]) -> SecretBytes {
            let master = hash.deriveSecret(secret, "res master", transcriptHash: transcriptHash)
            return hash.expandLabel(master, "resumption", context: ticketNonce, byteCount: hash.byteCount)
        }
    }
}

extension SecretBytes {
    /// What stands for an input that there is not: as many zeros as the hash has bytes.
    fileprivate static func zeros(_ hash: TLSHash) -> SecretBytes {
        SecretBytes([UInt8](repeating: 0, count: hash.byteCount))
    }
}
