import MultipeerWire
import WireCoding
import WireSimulation
import WireTesting

extension FuzzTarget {
    /// One direction of an invitation channel, in pieces and in one: from a message boundary on, and joined in the
    /// middle.
    static let multipeerChannel = FuzzTarget(
        name: "multipeer-channel", mutators: Mutator.byteLevel,
        seeds: {
            let messages = Generator<MultipeerMessage>.plausible.list(count: 1...6)
            return Generator.multipeerChannel(of: messages).values(seed: seed, count: seedCount)
        },
        run: { bytes in
            let pieces = InputPieces.cut(bytes)
            for joinsStream in [false, true] {
                require(
                    channel(in: [bytes[...]], joinsStream) == channel(in: pieces, joinsStream),
                    "Messages do not depend on how a stream is cut")
            }
            let recognition = MultipeerRecognition.channel(startingWith: bytes.span)
            var reader = ByteReader(bytes.span)
            let message = try? MultipeerMessage(parsing: &reader)
            if case .match = recognition { require(message != nil, "What is recognized is a message") }
            RoundTrip.check(MultipeerMessage.self, bytes)
            if let message { check(message) }
        })

    /// What one direction of a channel gave.
    private struct Channel: Equatable {
        var items: [StreamItem<MultipeerChannelDecoder.Fault>] = []
        var skippedBytes = 0
        var pending: MultipeerChannelDecoder.PendingMessage?
    }

    private static func channel(in pieces: [ArraySlice<UInt8>], _ joinsStream: Bool) -> Channel {
        var decoder = MultipeerChannelDecoder(joinsStream: joinsStream)
        var result = Channel()
        for piece in pieces {
            let segment = Array(piece)
            var position = 0
            while let output = decoder.next(in: segment.span, at: &position) {
                switch output {
                case .message(let message):
                    let body =
                        switch message.body {
                        case .inline(let range): Array(segment[range])
                        case .assembled: decoder.assembledBody.copied()
                        }
                    require(body.count == Int(message.header.length), "A message has all of its body")
                    result.items.append(StreamItem(message.streamOffset, body))
                case .fault(let fault): result.items.append(StreamItem(fault.streamOffset, [], fault))
                }
            }
            require(position == segment.count, "A decoder uses all of a piece")
            require(decoder.bufferedBytes <= decoder.streamOffset, "A decoder holds no more than came")
        }
        result.skippedBytes = decoder.skippedBytes
        result.pending = decoder.pendingMessage
        return result
    }

    /// Reads what a message says, writes it, and reads that.
    private static func check(_ message: MultipeerMessage) {
        guard let content = try? message.content(), content != .unknown,
            let again = try? MultipeerMessage(content, number: message.number)
        else { return }
        require((try? again.content()) == content, "A message says the same after it was written")
    }

    /// The bodies of messages, whose checksums no mutation would keep right: the first byte chooses the type.
    static let multipeerBody = FuzzTarget(
        name: "multipeer-body", mutators: Mutator.byteLevel,
        seeds: {
            let messages = Generator<MultipeerMessage>.plausible.values(seed: seed, count: seedCount * 2)
            let lists = Generator<BinaryPropertyList.Value>.extreme.wireForms.values(seed: seed, count: seedCount)
            return messages.map { [$0.type == .hello ? 1 : 0] + $0.body } + lists.map { [0] + $0 }
        },
        run: { input in
            guard let choice = input.first else { return }
            let body = Array(input.dropFirst())
            check(MultipeerMessage(choice & 1 == 0 ? .data : .hello, number: 1, body: body))
            RoundTrip.check(BinaryPropertyList.Value.self, body, isExact: false)
            RoundTrip.check(MultipeerHello.self, body)
            RoundTrip.check(MultipeerPeerID.self, body)
            RoundTrip.check(MultipeerConnectionData.self, body)
            RoundTrip.check(MultipeerAddressList.self, body)
        })

    /// The datagrams of a session, as they are and with a right CRC-16.
    static let multipeerDatagram = FuzzTarget(
        name: "multipeer-datagram", mutators: Mutator.byteLevel,
        seeds: {
            Generator<MultipeerDatagram>.plausible.wireForms.values(seed: seed, count: seedCount * 2)
                + Generator<MultipeerDatagram>.extreme.wireForms.values(seed: seed, count: seedCount)
                .filter { $0.count <= 2048 }
        },
        run: { bytes in
            checkDatagram(bytes)
            guard bytes.count >= MultipeerPacketHeader.size else { return }
            var packet = bytes
            packet[0] = MultipeerPacketHeader.marker
            // The length too, or hardly any mutation of a size would be read.
            (packet[2], packet[3]) = (
                UInt8(truncatingIfNeeded: packet.count >> 8), UInt8(truncatingIfNeeded: packet.count)
            )
            let checksum = MultipeerPacketHeader.checksum(of: packet.span)
            (packet[6], packet[7]) = (UInt8(checksum >> 8), UInt8(truncatingIfNeeded: checksum))
            checkDatagram(packet)
            // The same for the delivery header.
            guard packet.count >= MultipeerPacketHeader.size + MultipeerDelivery.headerSize else { return }
            let delivery = MultipeerDelivery.checksum(of: Array(packet[MultipeerPacketHeader.size...]).span)
            (packet[18], packet[19]) = (UInt8(truncatingIfNeeded: delivery), UInt8(delivery >> 8))
            (packet[6], packet[7]) = (0, 0)
            let resealed = MultipeerPacketHeader.checksum(of: packet.span)
            (packet[6], packet[7]) = (UInt8(resealed >> 8), UInt8(truncatingIfNeeded: resealed))
            checkDatagram(packet)
        })

    private static func checkDatagram(_ bytes: [UInt8]) {
        let owned = RoundTrip.check(MultipeerDatagram.self, bytes)
        let view = try? MultipeerDatagramView(bytes.span)
        let isRecognized = MultipeerDatagramView.recognizes(bytes.span)
        require(!isRecognized || owned != nil, "What is recognized is a datagram")
        guard let owned else { return }
        require(view?.kind == owned.kind, "Views and values agree")
        guard case .packet(let packet) = owned, let content = try? packet.content(), content != .unknown,
            let again = try? MultipeerPacket(content, sender: packet.sender, receiver: packet.receiver)
        else { return }
        require(again.body == packet.body, "A packet says the same after it was written")
    }
}
