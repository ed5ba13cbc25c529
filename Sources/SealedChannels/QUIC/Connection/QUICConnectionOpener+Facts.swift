extension QUICConnectionOpener {
    /// Whether both randoms are known: without the hellos, no secret fits.
    public var hasHellos: Bool { handshake.tls.hasClientHello && handshake.tls.hasServerHello }

    /// Whether there is any secret for the random of the client's hello.
    public var knowsRandom: Bool { search.secretCount > 0 }

    /// Whether the server chose a suite whose packets cannot be opened here.
    public var isCipherUnsupported: Bool { search.suite.map { !TLSCipherSuite.ofQUIC.contains($0) } ?? false }

    /// Whether the snap length cut packets of a direction.
    public func hasCutPackets(fromClient: Bool) -> Bool { ends[fromClient ? 0 : 1].counts.cutPackets > 0 }

    /// Where the secret came from that opened packets of a type; nil where none did.
    ///
    /// - Parameters:
    ///   - type: Handshake, 0-RTT or 1-RTT.
    ///   - fromClient: Whether the client sent the packets.
    public func source(of type: QUICPacketType, fromClient: Bool) -> SessionSecrets.Source? {
        ends[fromClient ? 0 : 1].level(type)?.source
    }

    /// Where the secrets came from that opened packets, the first one in the order of sources; nil where none did.
    public var source: SessionSecrets.Source? {
        ends.flatMap { [$0.handshake.source, $0.early?.source, $0.application.source] }.compactMap { $0 }.min()
    }

    /// The largest number of the opened packets in a packet number space.
    public func largestNumber(_ space: QUICPacketNumberSpace, fromClient: Bool) -> UInt64? {
        ends[fromClient ? 0 : 1].numbers[space.rawValue].largest
    }

    /// The connection IDs that the client chose, in the order of their appearance; the oldest of very many are forgotten.
    public var clientConnectionIDs: [[UInt8]] { ends[0].connectionIDs.all }
    /// The connection IDs that the server chose, that of a Retry included.
    public var serverConnectionIDs: [[UInt8]] { ends[1].connectionIDs.all }
    /// The connection IDs that the client made up for its first packets, and those of Retry packets.
    public var initialConnectionIDs: [[UInt8]] { initial.connectionIDs }

    /// Whether a datagram is addressed to a connection ID of this connection, wherever it comes from. An end whose
    /// connection IDs are empty owns nothing.
    ///
    /// - Parameters:
    ///   - datagram: The payload of the UDP datagram, or its first bytes.
    ///   - toClient: Whether to compare the client's connection IDs or the server's.
    public func owns(connectionIDPrefixOf datagram: Span<UInt8>, toClient: Bool) -> Bool {
        ends[toClient ? 0 : 1].connectionIDs.own(datagram)
    }

    /// The connection IDs that appeared since the last call, at most 32 of them; empty ones are left out.
    public mutating func takeNewConnectionIDs() -> [QUICKnownConnectionID] {
        defer { newConnectionIDs = [] }
        return newConnectionIDs
    }
}
