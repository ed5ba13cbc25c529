import Foundation
import PeerMessaging
import WireCoding
import WireSimulation
import WireTesting
import XMPPStreams

extension FuzzTarget {
    /// Length-prefixed frames, in pieces and in one, also with bodies that may be left out.
    static let framing = FuzzTarget(
        name: "framing", mutators: Mutator.byteLevel, seeds: { SampleStreams.framed },
        run: { bytes in
            let pieces = InputPieces.cut(bytes)
            let whole = frames(in: [bytes[...]], assembly: .all)
            require(whole == frames(in: pieces, assembly: .all), "Frames do not depend on how a stream is cut")
            for assembly in [LengthPrefixedFrameDecoder.Assembly.json, .none] {
                let found = frames(in: pieces, assembly: assembly)
                require(
                    found.items.map(\.offset) == whole.items.map(\.offset) && found.pending == whole.pending,
                    "Frames do not depend on which bodies are kept")
            }
        })

    private struct Frames: Equatable {
        var items: [StreamItem<FramingError>] = []
        var pending: LengthPrefixedFrameDecoder.PendingFrame?
    }

    private static func frames(
        in pieces: [ArraySlice<UInt8>], assembly: LengthPrefixedFrameDecoder.Assembly
    ) -> Frames {
        var decoder = LengthPrefixedFrameDecoder(assembly: assembly)
        var result = Frames()
        for piece in pieces {
            let segment = Array(piece)
            var position = 0
            do throws(FramingError) {
                while let frame = try decoder.next(in: segment.span, at: &position) {
                    let body =
                        switch frame.body {
                        case .inline(let range): Array(segment[range])
                        case .assembled: decoder.assembledBody.copied()
                        case .skipped: [UInt8]()
                        }
                    result.items.append(StreamItem(frame.streamOffset, body))
                }
            } catch {
                result.items.append(StreamItem(error.streamOffset, [], error))
                // A stopped decoder passes over the rest.
                _ = try? decoder.next(in: segment.span, at: &position)
            }
            require(decoder.bufferedBytes <= bytesSoFar(decoder), "A decoder holds no more than came")
        }
        result.pending = decoder.pendingFrame
        return result
    }

    private static func bytesSoFar(_ decoder: LengthPrefixedFrameDecoder) -> Int { decoder.streamOffset }

    /// The search for frames behind an illegal length: what it finds is a whole message.
    static let resynchronizing = FuzzTarget(
        name: "resynchronizing", mutators: Mutator.byteLevel + Mutator.json,
        seeds: { SampleStreams.framed.map { [0xFF, 0xFF] + $0 } },
        run: { bytes in
            let pieces = InputPieces.cut(bytes)
            for places in [FrameResynchronizer.Places.pieceStarts, .everyByte] {
                var search = FrameResynchronizer(startingAt: 0, places: places)
                var isFound = false
                for piece in pieces where !isFound {
                    let segment = Array(piece)
                    var position = 0
                    if let found = search.next(in: segment.span, at: &position) {
                        isFound = true
                        requireMessage(in: bytes, at: found.streamOffset)
                    }
                }
                if !isFound, let found = search.finish() { requireMessage(in: bytes, at: found.streamOffset) }
            }
        })

    private static func requireMessage(in bytes: [UInt8], at offset: Int) {
        var decoder = LengthPrefixedFrameDecoder()
        var position = 0
        let rest = Array(bytes[offset...])
        guard let frame = try? decoder.next(in: rest.span, at: &position), case .inline(let range) = frame.body else {
            fatalError("Broken promise: What was found is a whole frame")
        }
        require((try? MeshMessage(parsing: Array(rest[range]).span)) != nil, "What was found is a message")
    }

    static let mesh = FuzzTarget(
        name: "mesh", mutators: Mutator.json + Mutator.byteLevel,
        seeds: {
            Generator<MeshMessage>.plausible.bodies.values(seed: seed, count: seedCount)
                + Generator<MeshMessage>.extreme.bodies.values(seed: seed, count: seedCount)
                .filter { $0.count <= 4096 }
        },
        run: { MeshReference.check($0) })

    static let event = FuzzTarget(
        name: "event", mutators: Mutator.json + Mutator.byteLevel,
        seeds: { Generator<NetworkEvent>.extreme.values(seed: seed, count: seedCount).compactMap(SampleStreams.bytes) },
        run: { EventReference.check($0) })

    /// A direction of an XMPP stream, in pieces and in one.
    static let xmpp = FuzzTarget(
        name: "xmpp", mutators: Mutator.byteLevel, seeds: { SampleStreams.xmpp },
        run: { bytes in
            let pieces = InputPieces.cut(bytes)
            for joinsOpenStream in [false, true] {
                require(
                    stanzas(in: [bytes[...]], joinsOpenStream) == stanzas(in: pieces, joinsOpenStream),
                    "Stanzas do not depend on how a stream is cut")
            }
            if let stanza = try? RelayStanza(parsing: bytes.span) {
                var writer = ByteWriter()
                guard (try? stanza.serialize(into: &writer)) != nil else { return }
                require((try? RelayStanza(parsing: writer.bytes.span)) == stanza, "A stanza is read as it was written")
            }
        })

    private struct Stanzas: Equatable {
        var stanzas: [XMPPStanza] = []
        var facts = XMPPStreamFacts()
        var ending: XMPPStreamDecoder.Ending?
    }

    private static func stanzas(in pieces: [ArraySlice<UInt8>], _ joinsOpenStream: Bool) -> Stanzas {
        var decoder = XMPPStreamDecoder(joinsOpenStream: joinsOpenStream)
        var result = Stanzas()
        for piece in pieces {
            let segment = Array(piece)
            var position = 0
            // The decoder keeps its error.
            while let stanza = try? decoder.next(in: segment.span, at: &position) { result.stanzas.append(stanza) }
            require(decoder.bufferedBytes <= decoder.maximumLength, "A decoder holds no more than it says")
        }
        result.facts = decoder.facts
        result.ending = decoder.ending
        return result
    }

    /// A direction of HTTP or RTSP, in pieces and in one.
    static let text = FuzzTarget(
        name: "text", mutators: Mutator.byteLevel,
        seeds: { Generator.textMessages.values(seed: seed, count: seedCount) },
        run: { bytes in
            var pieces = TextChannelFollower()
            for piece in InputPieces.cut(bytes) { pieces.observe(Array(piece).span) }
            var whole = TextChannelFollower()
            whole.observe(bytes.span)
            require(
                whole.isEncrypted == pieces.isEncrypted, "What follows messages does not depend on how a stream is cut")
            require(pieces.heldBytes <= TextChannelFollower.maximumLine, "No more than a line is held")
            whole.stop()
            require(whole.isEncrypted == pieces.isEncrypted, "What is known stays known")
            require(
                TextKind(prefix: bytes.span)
                    == TextKind(prefix: bytes.span.extracting(0..<min(bytes.count, TextKind.maximumPrefix))),
                "No more than the first bytes count")
        })

    /// Echo tests: a first byte of 0 for data packets, else probes with the times at which they came.
    static let echo = FuzzTarget(
        name: "echo", mutators: Mutator.byteLevel,
        seeds: { (0..<seedCount).map { SampleStreams.probes(UInt64($0)) } },
        run: { input in
            guard let kind = input.first else { return }
            let bytes = Array(input.dropFirst())
            guard kind != 0 else {
                RoundTrip.check(EchoDataPacket.self, bytes)
                return
            }
            RoundTrip.check(EchoProbe.self, bytes)
            var estimator = EchoClockEstimator()
            var reader = ByteReader(bytes.span)
            while let probe = try? EchoProbe(parsing: &reader), let time = try? reader.readUInt64("time") {
                estimator.note(probe, at: Int64(bitPattern: time))
            }
            if let clock = estimator.clock { _ = clock.nanoseconds(of: EchoProbe(octets: .max)) }
        })
}
