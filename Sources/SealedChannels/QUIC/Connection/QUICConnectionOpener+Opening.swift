import WireCoding

extension QUICConnectionOpener {
    /// Opens a packet, reads its handshake messages and connection IDs, and adds it to the opened ones.
    ///
    /// - Returns: Whether it was opened.
    mutating func open(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ fromClient: Bool, _ moment: Moment,
        _ secrets: SessionSecrets, _ packets: inout [QUICConnectionPacket<Moment>]
    ) -> Bool {
        let side = fromClient ? 0 : 1
        var opened: (packet: QUICOpenedPacket, version: QUICVersion)?
        var isOfThisAttempt = true
        switch view.type {
        case .initial:
            guard !secrets.isEmpty || !hasBothHellos,
                let found = keyring.open(
                    view, in: datagram, fromClient: fromClient,
                    largestNumber: ends[side].numbers[QUICPacketNumberSpace.initial.rawValue].largest)
            else { return false }
            isOfThisAttempt = begin(found.attempt, fromClient: fromClient, view.version)
            opened = view.version.map { (found.packet, $0) }
        case .handshake:
            opened = ends[side].handshake.open(view, in: datagram, search, secrets, largestNumber: nil)
        case .zeroRTT: opened = ends[side].early?.open(view, in: datagram, search, secrets, largestNumber: nil)
        case .oneRTT: opened = openShort(view, datagram, side, secrets)
        case .versionNegotiation, .retry, .unknown: break
        }
        guard let opened else { return false }
        if view.isLong { know(datagram.copied(view.sourceConnectionID), fromClient: fromClient) }
        let payload = opened.packet.payload
        if isOfThisAttempt { read(payload.span, view, fromClient: fromClient, secrets) }
        let isCopy = ends[side].noteOpened(view.type, opened.packet.number)
        packets.append(
            QUICConnectionPacket(
                type: view.type, version: opened.version, fromClient: fromClient, header: opened.packet.header,
                number: opened.packet.number, isCopy: isCopy, moment: moment, payload: payload))
        return true
    }

    /// Opens a packet with a short header, which does not say how long its connection ID is.
    private mutating func openShort(
        _ view: QUICPacketView, _ datagram: Span<UInt8>, _ side: Int, _ secrets: SessionSecrets
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
                    view, in: datagram, search, secrets, largestNumber: largest)
            else { continue }
            return opened
        }
        return nil
    }

    private var hasBothHellos: Bool {
        handshake.tls.hasClientHello && handshake.tls.hasServerHello && !handshake.tls.isHelloRetried
    }

    /// Takes note of which attempt to connect an Initial packet belongs to. A client begins again after a Retry and after
    /// Version Negotiation, some of them with another hello, against RFC 9000 §17.2.5.3.
    ///
    /// - Returns: Whether the packet is not one of an earlier attempt.
    private mutating func begin(_ found: Int, fromClient: Bool, _ version: QUICVersion?) -> Bool {
        guard fromClient, !handshake.tls.hasServerHello else { return found >= attempt }
        let isOtherVersion = hasVersionNegotiation && helloVersion != nil && version != helloVersion
        guard found > attempt || isOtherVersion else { return found == attempt }
        attempt = found
        (search.clientRandom, handshake.clientRandom, handshake.clientParameters) = (nil, nil, nil)
        (helloVersion, hasVersionNegotiation) = (nil, false)
        ends[0].initialStream = QUICHandshakeStream()
        return true
    }

    /// Takes note of Version Negotiation and Retry packets.
    mutating func noteUnprotected(_ view: QUICPacketView, _ datagram: Span<UInt8>, fromClient: Bool) {
        guard !fromClient, view.range.upperBound <= datagram.count else { return }
        switch view.type {
        case .versionNegotiation: hasVersionNegotiation = true
        case .retry:
            // Anybody may send one, but only who has seen the client's packet can make its tag.
            let original = keyring.connectionIDs.last
            if let original, !handshake.hasRetry,
                QUICRetryIntegrity.isValid(view, in: datagram, originalDestinationConnectionID: original) == false
            {
                return
            }
            handshake.hasRetry = true
            let connectionID = datagram.copied(view.sourceConnectionID)
            know(connectionID, fromClient: false)
            keyring.addRetry(connectionID)
        case .initial, .zeroRTT, .handshake, .oneRTT, .unknown: break
        }
    }

    /// Reads what the opener itself needs of a packet. A frame that is malformed ends it.
    private mutating func read(
        _ payload: Span<UInt8>, _ view: QUICPacketView, fromClient: Bool, _ secrets: SessionSecrets
    ) {
        var input = ByteReader(payload)
        while !input.isAtEnd, let frame = try? QUICFrameView(parsing: &input) {
            switch frame {
            case .crypto(let offset, _, let data):
                let bytes = payload.extracting(data)
                if view.type == .initial {
                    readInitial(bytes, at: offset.value, fromClient: fromClient, view.version, secrets)
                } else if view.type == .handshake, !fromClient {
                    for message in ends[1].handshakeStream.add(bytes, at: offset.value) {
                        handshake.noteServersHandshake(message.type, message.body)
                        if message.type == .encryptedExtensions { knowParameters() }
                    }
                }
            case .newConnectionID(let new):
                know(payload.copied(new.connectionID), fromClient: fromClient)
                ends[fromClient ? 0 : 1].connectionIDs.insertResetToken(payload.copied(new.statelessResetToken))
            default: break
            }
        }
    }

    private mutating func readInitial(
        _ bytes: Span<UInt8>, at offset: UInt64, fromClient: Bool, _ version: QUICVersion?, _ secrets: SessionSecrets
    ) {
        for message in ends[fromClient ? 0 : 1].initialStream.add(bytes, at: offset) {
            handshake.noteInitial(message.type, message.body, fromClient: fromClient)
            isWorthRetrying = true
        }
        if search.suite != handshake.tls.cipherSuite { search.suite = handshake.tls.cipherSuite }
        if search.clientRandom != handshake.clientRandom {
            search.clientRandom = handshake.clientRandom
            helloVersion = version
            countSecrets(secrets)
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
