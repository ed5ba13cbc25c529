import PacketCapture
import PacketDissection
import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct FrameDefragmenterTests {
    /// A datagram of 300 bytes from Anna to Bert over AWDL, in fragments of 128 bytes: three.
    private func fragments(_ scene: inout RadioScene) throws -> [[UInt8]] {
        SyntheticRadioFrame.fragments(
            of: try scene.datagram(from: 0, to: RadioScene.bert, payload: [UInt8](repeating: 7, count: 300)))
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]], [1, 2, 4])
    func inWhateverOrderTheyAreOnePacket(order: [Int], workers: Int) async throws {
        var scene = RadioScene()
        let fragments = try fragments(&scene)
        #expect(fragments.count == 3)
        for number in order { try scene.append(fragments[number], after: 300) }
        let report = try await scene.report(workers: workers)
        let session = try #require(report.sessions.first)
        #expect(report.sessions.count == 1 && session.responder.port == 5000 && session.firstFrame == 1)
        // Frames count as those with fragments of a datagram do.
        #expect(session.forward.packets == 3 && session.forward.payloadBytes == 300)
        #expect(session.forward.wireBytes == fragments.reduce(0) { $0 + $1.count })
        #expect(report.capture.undecoded.entries.isEmpty && report.capture.packets == 3)
    }

    @Test(arguments: [1, 2, 4]) func whoSendsAWDLInFragmentsIsANode(workers: Int) async throws {
        var scene = RadioScene()
        for fragment in try fragments(&scene) { try scene.append(fragment, after: 300) }
        let nodes = try #require(try await scene.report(workers: workers).wireless?.awdl?.nodes)
        #expect(nodes.map(\.address) == [RadioScene.anna.description])
        // Each is a frame on the air.
        #expect(nodes.first?.dataFrames == 3)
    }

    @Test func whatComesAgainChangesNothing() async throws {
        var scene = RadioScene()
        let fragments = try fragments(&scene)
        for fragment in fragments + fragments.reversed() {
            try scene.append(fragment, after: 300)
            try scene.append(SyntheticRadioFrame.retransmitted(fragment), after: 300)
        }
        // The second time is without the retry bit: the number has come around.
        let session = try #require(try await scene.report().sessions.first)
        #expect(session.forward.payloadBytes == 600)
        var again = RadioScene()
        for fragment in fragments { try again.append(fragment, after: 300) }
        for fragment in fragments { try again.append(SyntheticRadioFrame.retransmitted(fragment), after: 300) }
        let report = try await again.report()
        #expect(report.sessions.first?.forward.payloadBytes == 300 && report.capture.undecoded.entries.isEmpty)
    }

    @Test(arguments: [0, 1, 2]) func aFrameThatNeverBecomesWholeIsCounted(missing: Int) async throws {
        var scene = RadioScene()
        for (number, fragment) in try fragments(&scene).enumerated() where number != missing {
            try scene.append(fragment, after: 300)
        }
        let report = try await scene.report(workers: 2)
        #expect(report.sessions.isEmpty && report.capture.packets == 2)
        #expect(report.capture.undecoded["802.11 fragments"] == 2)
    }

    @Test func aFragmentThatComesTooLateIsOfAnotherFrame() async throws {
        var scene = RadioScene()
        let fragments = try fragments(&scene)
        for fragment in fragments[..<2] { try scene.append(fragment, after: 300) }
        try scene.append(fragments[2], after: 4_100_000)
        let report = try await scene.report()
        #expect(report.sessions.isEmpty && report.capture.undecoded["802.11 fragments"] == 3)
    }

    @Test func aSnapLengthLeavesTheBeginning() async throws {
        var scene = RadioScene()
        let fragments = try fragments(&scene)
        var file = ByteWriter()
        file.writeBytes(SyntheticCapture.ofRadio.bytes)
        // All but the check sequence and the last 20 bytes of each.
        let writer = PcapWriter(linkType: .ieee80211Radiotap, precision: .nanoseconds)
        for (number, fragment) in fragments.enumerated() {
            let kept = Array(fragment.dropLast(24))
            try writer.writePacket(
                kept.span, time: Int64(number) * 1000, originalLength: fragment.count, into: &file)
        }
        let session = try #require(try await SyntheticTrace.report(of: file.bytes).sessions.first)
        #expect(session.forward.payloadBytes == 300 && session.responder.port == 5000)
    }

    // MARK: - By itself

    /// What a defragmenter says of fragments, and how it counts them.
    private struct Room {
        var defragmenter = FrameDefragmenter()
        var time: Int64 = 0
        var whole = 0

        mutating func take(
            number: Int, more: Bool, sender: Int = 1, size: Int = 10, isRetry: Bool = false
        ) throws {
            time += 1000
            let header = IEEE80211Header(
                frameControl: IEEE80211FrameControl(
                    type: .data, subtype: 0, flags: (more ? 0x04 : 0) | (isRetry ? 0x08 : 0)),
                address1: RadioScene.bert, address2: LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(sender)),
                address3: RadioScene.carl, sequenceControl: 0x70 | UInt16(number))
            let bytes = SyntheticRadioFrame.bytes(header, body: [UInt8](repeating: UInt8(number), count: size))
            let read = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: bytes.count)
            let frame = try #require(read)
            let isFragment = frame.hasFragment(bytes.span)
            #expect(isFragment)
            let record = PacketRecord(
                frame: 1, time: time, interface: 0, originalLength: bytes.count, capturedLength: bytes.count)
            let found = defragmenter.take(frame, of: record, bytes.span)
            if let found {
                whole += 1
                let (bytes, length) = found.joined
                #expect(bytes.count == length)
            }
        }
    }

    @Test func aClockThatWasSetBackKeepsNoFragmentForever() throws {
        var room = Room(time: 1_000_000_000_000)
        try room.take(number: 0, more: true)
        room.time = 0
        try room.take(number: 0, more: true, sender: 2)
        room.time = FrameDefragmenter.timeout + 10_000
        try room.take(number: 1, more: false, sender: 2)
        // Nor does one that lies ahead become whole.
        try room.take(number: 1, more: false)
        #expect(room.whole == 0 && room.defragmenter.incompleteFragments == 4)
    }

    @Test func sixteenFragmentsAreTheMost() throws {
        var room = Room()
        for number in 0...15 { try room.take(number: number, more: number < 15) }
        #expect(room.whole == 1 && room.defragmenter.incompleteFragments == 0)
    }

    @Test(arguments: [
        // Behind the last one; a second last one; none of them is the last.
        [(0, true), (1, false), (2, true)], [(2, true), (1, false), (0, true)], [(0, true), (2, false), (1, false)],
        [(0, true), (1, true), (15, true)],
    ])
    func fragmentsThatContradictEachOtherMakeNoFrame(_ fragments: [(number: Int, more: Bool)]) throws {
        var room = Room()
        for fragment in fragments { try room.take(number: fragment.number, more: fragment.more) }
        // The first contradiction may come behind a frame that was whole.
        let isWholeBefore = fragments[1].more == false && fragments[0].number == 0 && fragments[1].number == 1
        #expect(room.whole == (isWholeBefore ? 1 : 0))
        #expect(room.defragmenter.incompleteFragments == (isWholeBefore ? 0 : 3))
    }

    @Test func aBodyLongerThanAnyIsRefused() throws {
        var room = Room()
        for number in 0...5 { try room.take(number: number, more: number < 5, size: 2000) }
        #expect(room.whole == 0 && room.defragmenter.incompleteFragments == 6)
    }

    @Test func aFloodGivesUpWhatWaitsLongest() throws {
        var room = Room()
        for sender in 0..<10_000 { try room.take(number: 0, more: true, sender: sender) }
        #expect(room.defragmenter.incompleteFragments == 10_000)
        try room.take(number: 1, more: false, sender: 9_999)
        try room.take(number: 1, more: false, sender: 0)
        #expect(room.whole == 1 && room.defragmenter.incompleteFragments == 10_000)
    }

    @Test func anyBytesDo() {
        var generator = SeededGenerator(seed: 9)
        var defragmenter = FrameDefragmenter()
        for round in 0..<20_000 {
            var bytes: [UInt8] = [0, 0, 9, 0, 2, 0, 0, 0, generator.pick([0, 0x20, 0x10])]
            bytes += [generator.pick([0x08, 0x88]), generator.pick([0x00, 0x04, 0x0C, 0x03])] + [0, 0]
            bytes += [UInt8](repeating: UInt8(generator.number(in: 0...1)), count: 18)
            bytes += [UInt8(generator.number(in: 0...31)), 0] + generator.bytes(generator.number(in: 0...40))
            bytes = Array(bytes.prefix(generator.number(in: 20...bytes.count)))
            let length = generator.pick([bytes.count, bytes.count + 3000, 0, .max])
            guard let frame = RadioFrame(bytes.span, linkType: .ieee80211Radiotap, originalLength: length) else {
                continue
            }
            let isFragment = frame.hasFragment(bytes.span)
            guard isFragment else { continue }
            let record = PacketRecord(
                frame: round, time: generator.pick([Int64(round) * 1_000_000, .min, .max]), interface: 0,
                originalLength: length, capturedLength: bytes.count)
            let whole = defragmenter.take(frame, of: record, bytes.span)
            if let joined = whole?.joined { #expect(joined.bytes.count <= joined.length) }
        }
        #expect(defragmenter.incompleteFragments > 0)
    }
}
