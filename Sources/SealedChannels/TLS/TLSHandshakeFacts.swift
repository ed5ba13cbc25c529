import WireCoding

/// The facts that a TLS or DTLS handshake shows without keys.
///
/// A ``TLSHandshakeObserver`` collects the facts of one direction; ``merge(_:)`` puts both together. Texts are as the
/// peers wrote them and may hold anything.
public struct TLSHandshakeFacts: Hashable, Sendable {
    /// Alerts that are kept.
    public static let maximumAlerts = 4

    // Facts of the client.

    /// The random of its hello, by which key logs name a session; nil where no hello was seen.
    public var clientRandom: [UInt8]?
    /// The versions that the client speaks, the best first; empty where no hello was seen.
    public var offeredVersions: [TLSVersion] = []
    /// The host that the client asks for.
    public var serverName: String?
    /// The application protocols that the client speaks, the best first.
    public var offeredProtocols: [String] = []
    /// How many cipher suites the client offers, those not counted that mean nothing.
    public var offeredCipherSuites = 0
    /// Whether the client wants to go on with an earlier session.
    public var offersResumption = false
    /// How many of the keys that the client offers in TLS 1.3 are tickets of earlier sessions.
    public var offeredTickets = 0
    /// Whether the client asks for an earlier session by its ID; clients of TLS 1.3 send IDs that mean nothing.
    public var offersSessionID = false
    /// Whether the client offers data before the server answers (TLS 1.3), in its first hello.
    public var offersEarlyData = false
    /// Whether the client sends another hello within its hello, which may ask for another host.
    public var offersEncryptedHello = false

    /// The names of keys that were shared beforehand, which the client offers (TLS 1.3): nil for tickets, and for what is no
    /// text.
    public var offeredIdentities: [String?] = []
    /// What the client's key exchange (TLS 1.2) begins with, if it may be the name of such a key.
    public var exchangedIdentity: String?
    /// Whether both exchange keys in messages of their own, as in every session before TLS 1.3 that goes on with no earlier
    /// one.
    public var exchangesKeys = false

    // Facts of the server.

    /// The version that the server chose.
    public var version: TLSVersion?
    /// The cipher suite that the server chose; nil where no hello of the server was seen.
    public var cipherSuite: TLSCipherSuite?
    /// The application protocol that the server chose; TLS 1.3 encrypts it.
    public var applicationProtocol: String?
    /// Whether the server's choices are known that TLS 1.3 encrypts.
    public var hasEncryptedExtensions = false
    /// Whether the server asked for a second hello (TLS 1.3).
    public var isHelloRetried = false
    /// Whether that is all that the server has said so far.
    public var awaitsSecondHello = false
    /// Whether the server goes on with an earlier session, by a key that both ends have (TLS 1.3).
    public var usesPreSharedKey = false
    /// Which of the keys that the client offers it is.
    public var chosenIdentity: Int?
    /// Whether the server adds a Diffie-Hellman secret (TLS 1.3).
    public var addsKeyShare = false
    /// Whether records are authenticated as they are encrypted (RFC 7366), if their suite does both apart.
    public var encryptsThenAuthenticates = false

    // Facts of both.

    /// Whom the peer's certificate names; TLS 1.3 encrypts it.
    public var certificate: TLSCertificateNames?
    /// How many certificates came with it, the peer's own included.
    public var certificateCount = 0
    /// The first alerts that were not encrypted.
    public var alerts: [TLSAlert] = []

    /// The facts of a handshake of which nothing was seen.
    public init() {}

    /// Whether a hello of the client was seen.
    public var hasClientHello: Bool { !offeredVersions.isEmpty }
    /// Whether a hello of the server was seen.
    public var hasServerHello: Bool { version != nil }

    /// The name of the key that both ends had before the session and use, where that is a text: as the client's exchange says
    /// it (RFC 4279 §2), or of the key that the server chose (RFC 8446 §4.2.11).
    public var sharedIdentity: String? {
        if let chosenIdentity {
            return offeredIdentities.indices.contains(chosenIdentity) ? offeredIdentities[chosenIdentity] : nil
        }
        return cipherSuite?.parameters?.keyExchange.hasIdentity == true ? exchangedIdentity : nil
    }

    /// Adds what the other direction showed.
    public mutating func merge(_ other: TLSHandshakeFacts) {
        if !hasClientHello && other.hasClientHello {
            clientRandom = other.clientRandom
            offeredVersions = other.offeredVersions
            serverName = other.serverName
            offeredProtocols = other.offeredProtocols
            offeredCipherSuites = other.offeredCipherSuites
            offersResumption = other.offersResumption
            offeredIdentities = other.offeredIdentities
            offeredTickets = other.offeredTickets
            offersSessionID = other.offersSessionID
            offersEarlyData = other.offersEarlyData
            offersEncryptedHello = other.offersEncryptedHello
        }
        exchangesKeys = exchangesKeys || other.exchangesKeys
        exchangedIdentity = exchangedIdentity ?? other.exchangedIdentity
        if !hasServerHello && other.hasServerHello {
            version = other.version
            cipherSuite = other.cipherSuite
            applicationProtocol = other.applicationProtocol
            usesPreSharedKey = other.usesPreSharedKey
            chosenIdentity = other.chosenIdentity
            awaitsSecondHello = other.awaitsSecondHello
            addsKeyShare = other.addsKeyShare
            encryptsThenAuthenticates = other.encryptsThenAuthenticates
        }
        isHelloRetried = isHelloRetried || other.isHelloRetried
        // Clients have certificates too, but the server's is the one that matters.
        if other.certificate != nil && (certificate == nil || other.hasServerHello) {
            certificate = other.certificate
            certificateCount = other.certificateCount
        }
        alerts = Array((alerts + other.alerts).prefix(Self.maximumAlerts))
    }
}

extension TLSHandshakeFacts {
    /// Takes note of a whole handshake message.
    ///
    /// - Parameters:
    ///   - body: The message without its header.
    ///   - offset: Where the body lies, for errors.
    /// - Throws: An error in a hello. A certificate that cannot be read only has no names.
    mutating func note(
        _ type: TLSHandshakeType, _ body: Span<UInt8>, offset: Int, isDatagram: Bool
    ) throws(WireError) {
        var reader = ByteReader(body, baseOffset: offset, limit: "TLS message length")
        switch type {
        case .clientHello: note(try ClientHello(parsing: &reader, isDatagram: isDatagram))
        case .serverHello: note(try ServerHello(parsing: &reader))
        case .certificate: certificateCount = (try? noteCertificates(&reader)) ?? 0
        case .clientKeyExchange:
            exchangesKeys = true
            exchangedIdentity = (try? PSKClientKeyExchange(parsing: &reader)).flatMap { String(validUTF8: $0.identity) }
        default: break
        }
    }

    /// The second hello, after a retry, says the same and replaces the first.
    private mutating func note(_ hello: ClientHello) {
        clientRandom = hello.random
        let versions = hello.supportedVersions
        offeredVersions = versions.isEmpty ? [hello.legacyVersion] : versions
        serverName = hello.serverName
        offeredProtocols = hello.applicationProtocols
        offeredCipherSuites = hello.cipherSuites.count { !$0.isReserved }
        offersResumption = hello.offersResumption
        offersSessionID = !hello.sessionID.isEmpty && !versions.contains(.tls13)
        if hello.extensions?[.earlyData] != nil { offersEarlyData = true }
        offersEncryptedHello = hello.extensions?[.encryptedClientHello] != nil
        (offeredIdentities, offeredTickets) = ([], 0)
        guard let content = hello.extensions?[.preSharedKey] else { return }
        var reader = ByteReader(content.span)
        let offered = (try? TLSOfferedPreSharedKeys(parsing: &reader))?.identities ?? []
        offeredIdentities = offered.prefix(TLSHello.maximumListedTexts).map {
            $0.obfuscatedTicketAge == 0 ? String(validUTF8: $0.identity) : nil
        }
        offeredTickets = offered.count { $0.obfuscatedTicketAge != 0 }
    }

    private mutating func note(_ hello: ServerHello) {
        version = hello.version
        cipherSuite = hello.cipherSuite
        applicationProtocol = hello.applicationProtocol
        awaitsSecondHello = hello.isHelloRetryRequest
        isHelloRetried = isHelloRetried || awaitsSecondHello
        addsKeyShare = hello.extensions?[.keyShare] != nil
        encryptsThenAuthenticates = hello.extensions?[.encryptThenMAC] != nil
        let chosen = hello.extensions?[.preSharedKey]
        usesPreSharedKey = chosen != nil
        chosenIdentity = chosen.flatMap { $0.count == 2 ? Int($0.span.bigEndianUInt16(at: 0)) : nil }
    }

    /// A list with a length of three bytes, of certificates with lengths of three bytes, the peer's own first
    /// (RFC 5246 §7.4.2).
    ///
    /// - Returns: How many there are.
    private mutating func noteCertificates(_ input: inout ByteReader) throws(WireError) -> Int {
        let length = Int(try input.readUInt24("TLS certificate list length"))
        var list = try input.subreader(length, "TLS certificate list", limit: "TLS certificate list length")
        var count = 0
        while !list.isAtEnd {
            let length = Int(try list.readUInt24("TLS certificate length"))
            var one = try list.subreader(length, "TLS certificate", limit: "TLS certificate length")
            count &+= 1
            if count == 1 { certificate = try? TLSCertificateNames(parsing: &one) }
        }
        return count
    }

    mutating func note(_ alert: TLSAlert) {
        if alerts.count < Self.maximumAlerts { alerts.append(alert) }
    }
}
