import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting
import XMPPStreams
import SealedChannels

/// Byte streams and datagrams that first corpora are made of.
enum SampleStreams {
    /// Frames with mesh messages.
    static var framed: [[UInt8]] {
        Generator.lengthPrefixedFrames(of: Generator<MeshMessage>.plausible.bodies.list(count: 1...4))
            .values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
    }

    /// Frames of many layouts, each after the bytes that choose it, and lines.
    static var laidOut: [[UInt8]] {
        (0..<FuzzTarget.seedCount).map { number in
            var random = SeededGenerator(seed: FuzzTarget.seed, number: number)
            guard number % 4 != 3 else { return [1, 0x0A] + random.bytes(4) + Array("a\n\nbc\nd".utf8) }
            let choice = [0, UInt8(number)] + random.bytes(3) + [UInt8(bitPattern: Int8(random.number(in: -1...1)))]
            let layout = FrameLayout(choosing: choice[...])
            var writer = ByteWriter()
            for length in 1...4 {
                let header = random.bytes(layout.lengthOffset + layout.bytesAfterLength)
                let body = random.bytes(length * length)
                try? LengthPrefixedFrameEncoder.encode(
                    body: body.span, header: header.span, layout: layout, into: &writer)
            }
            return choice + writer.bytes
        }
    }

    /// Nil for what has no wire form.
    static func bytes(_ event: NetworkEvent) -> [UInt8]? {
        var writer = ByteWriter()
        return (try? event.serialize(into: &writer)) == nil ? nil : writer.bytes
    }

    /// A negotiation and messages, and single messages.
    static var xmpp: [[UInt8]] {
        let messages =
            (Generator<RelayStanza>.plausible.values(seed: FuzzTarget.seed, count: 8)
            + Generator<RelayStanza>.extreme.values(seed: FuzzTarget.seed, count: 24)).compactMap { stanza in
                var writer = ByteWriter()
                return (try? stanza.serialize(into: &writer)) == nil ? nil : writer.bytes
            }
        let opening = Array(
            """
            <?xml version='1.0'?><stream:stream to='pigeon.lab' xmlns:stream='http://etherx.jabber.org/streams' \
            xmlns='jabber:client' version='1.0'><auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'/>\
            <success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/><stream:stream from='pigeon.lab' \
            xmlns:stream='http://etherx.jabber.org/streams' xmlns='jabber:client' version='1.0'>\
            <iq id='1' type='result'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>\
            <jid>bob@pigeon.lab/phone</jid></bind></iq><presence/>
            """.utf8)
        let closing = Array(" \n</stream:stream>".utf8)
        return [opening + messages.prefix(4).joined() + closing] + messages.filter { $0.count <= 4096 }
    }

    /// Echo probes with the times at which they came, 20 ms apart, and data packets.
    static func probes(_ seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var writer = ByteWriter()
        guard random.chance(3, in: 4) else {
            writer.writeUInt8(0)
            EchoDataPacket(sequenceNumber: random.next(), content: random.bytes(20)).serialize(into: &writer)
            return writer.bytes
        }
        writer.writeUInt8(1)
        let order: EchoProbe.ByteOrder = random.pick([.big, .little])
        let tick = random.pick([1, 24, 1000] as [UInt64])
        for index in 0..<8 as Range<UInt64> {
            EchoProbe(ticks: 1_000_000 + index * 20_000_000 / tick, byteOrder: order).serialize(into: &writer)
            writer.writeUInt64(1_000_000_000 + index * 20_000_000)
        }
        return writer.bytes
    }

    /// Records with hellos, an alert, and a record of data.
    static var tls: [[UInt8]] {
        let hellos =
            Generator<ClientHello>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
            + Generator<ClientHello>.extreme.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
        return hellos.compactMap { hello -> [UInt8]? in
            guard let body = try? hello.serialized(), body.count <= 4096 else { return nil }
            let message = [1, 0] + UInt16(body.count).bytes + body
            let answer = ServerHello(
                random: hello.random, sessionID: hello.sessionID,
                cipherSuite: hello.cipherSuites.first ?? TLSCipherSuite(rawValue: 0x1301), extensions: [])
            var content = ByteWriter()
            guard (try? answer.serialize(into: &content)) != nil else { return nil }
            let reply = [2, 0] + UInt16(content.count).bytes + content.bytes
            return record(22, message) + record(22, reply) + record(20, [1]) + record(21, [1, 0])
                + record(23, [0, 1, 2])
        } + hellos.compactMap { try? $0.serialized() }.filter { $0.count <= 4096 }
    }

    private static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type, 3, 3] + UInt16(truncatingIfNeeded: content.count).bytes + content
    }

    /// Datagrams with hellos, whole and in two fragments, each behind its length.
    static var dtls: [[UInt8]] {
        Generator<ClientHello>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount).compactMap {
            hello in
            // Behind the session ID a hello of DTLS has a cookie, here none.
            guard var body = try? hello.serialized() else { return nil }
            body.insert(0, at: 35 + hello.sessionID.count)
            var datagrams: [UInt8] = []
            let half = body.count / 2
            for (sequence, range) in [0..<half, half..<body.count, 0..<body.count].enumerated() {
                var writer = ByteWriter()
                let size = UInt16(12 + range.count)
                DTLSRecordHeader(
                    contentType: TLSContentType(rawValue: 22), version: TLSVersion(rawValue: 0xFEFD), epoch: 0,
                    sequenceNumber: UInt64(sequence), length: size
                ).serialize(into: &writer)
                writer.writeBytes(
                    [1, 0] + UInt16(body.count).bytes + [0, 0, 0] + UInt16(range.lowerBound).bytes + [0])
                writer.writeBytes(UInt16(range.count).bytes + body[range])
                datagrams += UInt16(writer.count).bytes + writer.bytes
            }
            return datagrams
        }
    }
}

extension UInt16 {
    /// Big-endian.
    fileprivate var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}
