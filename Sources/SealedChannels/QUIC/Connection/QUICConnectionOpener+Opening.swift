import WireCoding

extension QUICConnectionOpener {
    /// Opens a packet, reads its handshake messages and connection IDs, and adds it to the opened ones.
    ///
    /// - Returns: Whether it was opened.
    mutating func open(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ fromClient: Bool, _ moment: CaptureMoment,
        _ secrets: SessionSecrets, _ packets: inout [QUICConnectionPacket]
    ) -> Bool {
        let side = fromClient ? 0 : 1
        var opened: (packet: QUICOpenedPacket, version: QUICVersion)?
        var destination = view.destinationConnectionID
        switch view.type {
        case .initial: opened = openInitial(view, datagram, side, secrets)
        case .handshake:
            opened = ends[side].handshake.open(view, in: datagram, search, secrets, largestNumber: nil)
        case .zeroRTT: opened = ends[side].early?.open(view, in: datagram, search, secrets, largestNumber: nil)
        case .oneRTT: opened = openShort(view, datagram, side, secrets, &destination)
        case .versionNegotiation, .retry, .unknown: break
        }
        guard let opened else { return false }
        if view.isLong { know(datagram.copied(view.sourceConnectionID), fromClient: fromClient) }
        let payload = opened.packet.payload
        read(payload.span, view.type, fromClient: fromClient)
        if !fromClient { negotiatedVersion = opened.version }
        let isCopy = ends[side].noteOpened(view.type, opened.packet.number)
        packets.append(
            QUICConnectionPacket(
                type: view.type, version: opened.version, fromClient: fromClient, header: opened.packet.header,
                number: opened.packet.number, isCopy: isCopy, moment: moment, payload: payload,
                destinationConnectionID: ends[side].noteDestination(datagram.extracting(destination))))
        return true
    }

    /// Opens a packet with a short header, which does not say how long its connection ID is.
    ///
    /// - Parameter destination: Becomes the place of that ID.
    private mutating func openShort(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ side: Int, _ secrets: SessionSecrets,
        _ destination: inout Range<Int>
    ) -> (packet: QUICOpenedPacket, version: QUICVersion)? {
        let start = view.range.lowerBound
        let lengths = ends[1 - side].connectionIDs.lengths(
            in: datagram.extracting(start + 1..<view.range.upperBound))
        let largest = ends[side].numbers[QUICPacketNumberSpace.application.rawValue].largest
        for length in lengths {
            var input = ByteReader(datagram)
            guard (try? input.skip(start, "QUIC packet")) != nil,
                let view = try? QUICPacketView(parsingHeader: &input, connectionIDLength: length),
                let opened = ends[side].application.open(
                    view, in: datagram, search, secrets, largestNumber: largest, attempted: attempted)
            else { continue }
            destination = view.destinationConnectionID
            return opened
        }
        return nil
    }

    /// What opens the packets with a short header that an end sends later.
    ///
    /// - Parameter known: The largest number before them, of packets that may not be opened yet.
    /// - Returns: Nil before the first such packet was opened, and where connection IDs of several lengths would have to be tried.
    package func attempts(fromClient: Bool, after known: UInt64?) -> QUICPacketAttempts? {
        let lengths = ends[fromClient ? 1 : 0].connectionIDs.lengths
        guard lengths.count == 1 else { return nil }
        return ends[fromClient ? 0 : 1].application.attempts(connectionIDLength: lengths[0], after: known)
    }

    private mutating func openInitial(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ side: Int, _ secrets: SessionSecrets
    ) -> (packet: QUICOpenedPacket, version: QUICVersion)? {
        let mayDrop = secrets.isEmpty && !opensAllInitials
        guard let version = view.version, !mayDrop || !initial.hasBothHellos else { return nil }
        let revision = initial.revision
        let opened = initial.open(
            view, in: datagram, fromClient: side == 0,
            largestNumber: ends[side].numbers[QUICPacketNumberSpace.initial.rawValue].largest)
        guard initial.revision != revision else { return opened.map { ($0, version) } }
        if mayDrop, initial.hasBothHellos { initial.drop() }
        isWorthRetrying = true
        search.suite = handshake.tls.cipherSuite
        if search.clientRandom != handshake.clientRandom {
            search.clientRandom = handshake.clientRandom
            countSecrets(secrets)
        }
        return opened.map { ($0, version) }
    }

    /// Takes note of Version Negotiation and Retry packets.
    mutating func noteUnprotected(_ view: QUICPacketView, _ datagram: Span<UInt8>, fromClient: Bool) {
        guard !fromClient, view.range.upperBound <= datagram.count else { return }
        switch view.type {
        case .versionNegotiation: initial.noteVersionNegotiation()
        case .retry:
            guard initial.noteRetry(view, in: datagram) else { return }
            know(datagram.copied(view.sourceConnectionID), fromClient: false)
            isWorthRetrying = true
        case .initial, .zeroRTT, .handshake, .oneRTT, .unknown: break
        }
    }

    /// Reads the handshake messages and connection IDs in a packet. A frame that is malformed ends it.
    private mutating func read(_ payload: Span<UInt8>, _ type: QUICPacketType, fromClient: Bool) {
        guard type != .initial else { return }
        var input = ByteReader(payload)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            switch frame {
            case .crypto(let offset, _, let data) where type == .handshake && !fromClient:
                for message in ends[1].handshakeStream.add(payload.extracting(data), at: offset.value) {
                    initial.handshake.noteServersHandshake(message.type, message.body)
                    if message.type == .encryptedExtensions { knowParameters() }
                }
            case .newConnectionID(let new):
                know(payload.copied(new.connectionID), fromClient: fromClient)
                ends[fromClient ? 0 : 1].connectionIDs.insertResetToken(payload.copied(new.statelessResetToken))
            default: break
            }
        }
    }

    /// Takes note of the connection ID and the token in the server's parameters (RFC 9000 §18.2).
    private mutating func knowParameters() {
        guard let parameters = handshake.serverParameters else { return }
        if let token = parameters.statelessResetToken { ends[1].connectionIDs.insertResetToken(token) }
        guard let address = parameters.preferredAddress else { return }
        know(address.connectionID, fromClient: false)
        ends[1].connectionIDs.insertResetToken(address.statelessResetToken)
    }

    /// Takes note of a connection ID of an end.
    private mutating func know(_ connectionID: [UInt8], fromClient: Bool) {
        let side = fromClient ? 0 : 1
        let lengthCount = ends[side].connectionIDs.lengths.count
        guard ends[side].connectionIDs.insert(connectionID) else { return }
        // Packets that wait have short headers whose end was not known.
        if ends[side].connectionIDs.lengths.count != lengthCount { isWorthRetrying = true }
        guard !connectionID.isEmpty, newConnectionIDs.count < QUICConnectionIDs.maximumCount else { return }
        newConnectionIDs.append(QUICKnownConnectionID(bytes: connectionID, isClients: fromClient))
    }
}
