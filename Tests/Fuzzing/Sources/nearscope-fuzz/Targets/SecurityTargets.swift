import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting
import SealedChannels

extension FuzzTarget {
    /// One direction of a TLS connection, in pieces and in one, and the headers and messages by themselves.
    static let tls = FuzzTarget(
        name: "tls", mutators: Mutator.byteLevel, seeds: { SampleStreams.tls },
        run: { bytes in
            let whole = observed([bytes[...]])
            let cut = observed(InputPieces.cut(bytes))
            require(whole.facts == cut.facts, "What a handshake shows does not depend on how a stream is cut")
            require(whole.error == cut.error, "What is wrong does not depend on how a stream is cut")
            require(
                whole.applicationDataOffset == cut.applicationDataOffset,
                "Where data begins does not depend on how a stream is cut")
            RoundTrip.check(
                bytes, "TLSRecordHeader", { try TLSRecordHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
            RoundTrip.check(bytes, "TLSAlert", { try TLSAlert(parsing: &$0) }, { $0.serialize(into: &$1) })
            RoundTrip.check(bytes, "ServerHello", { try ServerHello(parsing: &$0) }, { try $0.serialize(into: &$1) })
            RoundTrip.check(ClientHello.self, bytes)
            RoundTrip.check(
                bytes, "PSKClientKeyExchange", { try PSKClientKeyExchange(parsing: &$0) },
                { try $0.serialize(into: &$1) })
            RoundTrip.check(
                bytes, "TLSOfferedPreSharedKeys", { try TLSOfferedPreSharedKeys(parsing: &$0) },
                { try $0.serialize(into: &$1) })
            var reader = ByteReader(bytes.span)
            _ = try? TLSCertificateNames(parsing: &reader)
        })

    private static func observed(_ pieces: [ArraySlice<UInt8>]) -> TLSHandshakeObserver {
        var observer = TLSHandshakeObserver()
        for piece in pieces {
            observer.observe(Array(piece).span)
            require(
                observer.bufferedBytes <= TLSHandshakeObserver.maximumBufferedBytes,
                "An observer holds no more than it says")
        }
        return observer
    }

    /// One direction of a DTLS association: datagrams, each behind its length in two bytes.
    static let dtls = FuzzTarget(
        name: "dtls", mutators: Mutator.byteLevel, seeds: { SampleStreams.dtls },
        run: { bytes in
            var observer = DTLSHandshakeObserver()
            var reader = ByteReader(bytes.span)
            while let length = try? reader.readUInt16("length") {
                let size = min(Int(length), reader.remaining)
                guard let datagram = try? reader.readBytes(size, "datagram") else { break }
                observer.observe(datagram.span)
                require(
                    observer.bufferedBytes <= DTLSHandshakeObserver.maximumBufferedBytes,
                    "An observer holds no more than it says")
                checkHeaders(datagram)
            }
        })

    private static func checkHeaders(_ bytes: [UInt8]) {
        RoundTrip.check(bytes, "DTLSRecordHeader", { try DTLSRecordHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
        RoundTrip.check(
            bytes, "DTLSUnifiedHeader", { try DTLSUnifiedHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
        RoundTrip.check(
            bytes, "DTLSHandshakeHeader", { try DTLSHandshakeHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
        RoundTrip.check(
            bytes, "ClientHello of DTLS", { try ClientHello(parsing: &$0, isDatagram: true) },
            { try $0.serialize(into: &$1) })
        _ = DTLSRecordHeader.looksLikeDTLS(bytes.span)
    }

    /// QUIC packets of a datagram and STUN headers: the first byte is the length of connection IDs.
    static let quic = FuzzTarget(
        name: "quic", mutators: Mutator.byteLevel,
        seeds: {
            Generator<QUICPacketHeader>.extreme.values(seed: seed, count: seedCount * 2).compactMap { header in
                var writer = ByteWriter()
                guard (try? header.serialize(into: &writer)) != nil else { return nil }
                return [UInt8(truncatingIfNeeded: header.destinationConnectionID.count)] + writer.bytes
            }
        },
        run: { input in
            guard let length = input.first.map({ Int($0 % 21) }) else { return }
            let bytes = Array(input.dropFirst())
            var packets = QUICPackets(in: bytes.span, connectionIDLength: length)
            var end = 0
            var observer = QUICHandshakeObserver()
            while let packet = try? packets.next() {
                observer.observe(packet, in: bytes.span, fromClient: true)
                require(packet.payload.upperBound <= bytes.count, "A payload lies in its datagram")
                require(packet.payload.lowerBound >= end, "Packets follow each other")
                end = packet.payload.upperBound
            }
            RoundTrip.check(
                bytes, "QUICPacketHeader", { try QUICPacketHeader(parsing: &$0, connectionIDLength: length) },
                { try $0.serialize(into: &$1) })
            RoundTrip.check(
                bytes, "QUICInitialFrame", { try QUICInitialFrame(parsing: &$0) }, { $0.serialize(into: &$1) })
            RoundTrip.check(
                bytes, "QUICOwnedFrame", { try QUICOwnedFrame(parsing: &$0) }, { try $0.serialize(into: &$1) })
            RoundTrip.check(QUICTransportParameters.self, bytes)
            RoundTrip.check(
                bytes, "STUNMessageHeader", { try STUNMessageHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
            _ = QUICPacketView.looksLikeInitial(bytes.span)
            _ = STUNMessageHeader.looksLikeSTUN(bytes.span)
            _ = TextKind(prefix: bytes.span)
        })
}
