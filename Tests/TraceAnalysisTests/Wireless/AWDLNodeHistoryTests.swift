import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct AWDLNodeHistoryTests {
    /// A service whose full name takes a kilobyte to write.
    private static func service(_ number: Int) -> AWDLTLV {
        let label = [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        let filler = AWDLName.Item.label([UInt8](repeating: 1, count: 60))
        let instance = AWDLName(items: [.label(label), filler, filler, filler, .code(.null)])
        return AWDLTLV(
            AWDLServiceResponse(name: AWDLName(items: [.label(Array("_x".utf8))]), data: .pointer(instance)))
    }

    @Test func namesOfAllNodesShareTheirRoom() throws {
        var scene = AWDLHistoryScene()
        for service in 0..<16 {
            for node in 0..<64 { try scene.frame(of: node, [Self.service(service)], at: Double(service)) }
        }
        let names = scene.nodes.map { $0.offers.all.reduce(0) { $0 + $1.name.utf8.count } }
        let longest = try #require(scene.nodes.first?.offers.all.first?.name).utf8.count
        #expect(longest > 600)
        #expect(names.reduce(0, +) <= AWDLNodeHistory.maximumNameBytes + 64 * longest)
        // The first one costs nothing.
        #expect(scene.nodes.allSatisfy { !$0.offers.all.isEmpty } && scene.nodes.last?.offers.all.count ?? 16 < 16)
    }

    /// Their hashes take room of the other nodes' names, but once each.
    @Test func servicesAboveTheLimitTakeTheirRoomOnce() throws {
        func service(_ number: Int) -> AWDLTLV {
            AWDLTLV(
                AWDLServiceResponse(
                    name: AWDLName(items: [.label(Array("_x".utf8))]),
                    data: .pointer(AWDLName(items: [.label(Array("\(number)".utf8)), .code(.null)]))))
        }
        var scene = AWDLHistoryScene()
        try scene.frame(of: 0, (0..<100).map(service), at: 0)
        // In another order each time, so that each frame is read.
        let turns = AWDLNodeHistory.maximumNameBytes / MemoryLayout<UInt64>.stride / 2 / 36 + 1
        for turn in 1...turns {
            try scene.frame(of: 0, (0..<36).map { service(64 + ($0 + turn) % 36) }, at: Double(turn) / 10)
        }
        try scene.frame(of: 1, (0..<3).map(service), at: 100)
        #expect(scene.nodes[0].offers.omitted == 36)
        #expect(scene.nodes[1].offers.all.count == 3 && scene.nodes[1].offers.omitted == 0)
    }

    @Test func changesOfAllNodesShareTheirRoom() throws {
        var scene = AWDLHistoryScene()
        for change in 0..<64 {
            for node in 0..<32 {
                let slots = (0..<256).map { UInt16($0 == change ? 6 : 44) }
                let sequence = AWDLChannelSequence(encoding: .simple, slots: slots)
                try scene.frame(of: node, [AWDLTLV(sequence)], at: Double(change))
            }
        }
        let channels = scene.nodes.flatMap(\.sequences).reduce(0) { $0 + $1.channels.count }
        #expect(channels * 4 <= AWDLNodeHistory.maximumChangeBytes + 32 * 256 * 4)
        for node in scene.nodes {
            #expect(node.sequences.count + node.omittedChanges == 64)
            // What is last stays true.
            #expect(node.sequences.last?.channels[63] == 6)
        }
    }

    @Test func whatTheCaptureCutsOffIsNoFaultOfTheSender() throws {
        let name = AWDLTLV(AWDLHostName(AWDLName(items: [.label(Array("anna".utf8))])))
        var writer = ByteWriter()
        AWDLActionFrame(
            header: AWDLActionHeader(subtype: .masterIndication, phyTxTime: 0, targetTxTime: 0), elements: [name, name]
        ).serialize(into: &writer)
        let body = writer.bytes
        func faults(_ body: [UInt8], cutTo length: Int, of wireLength: Int) throws -> Int {
            let moment = PacketMoment(frame: 1, time: 0)
            var budget = AWDLNodeHistory.budget
            var node = AWDLNodeHistory(address: RadioScene.anna, at: moment)
            let captured = Array(body.prefix(length))
            try node.note(
                AWDLActionFrameView(captured.span), at: moment, clock: 0, heardAt: 0, wireLength: wireLength,
                budget: &budget)
            return node.faultyFrames
        }
        let lengths = AWDLActionHeader.size..<body.count
        for length in lengths { #expect(try faults(body, cutTo: length, of: body.count) == 0) }
        // Of frames that were no longer on the air only two end between elements.
        #expect(try lengths.count { try faults(body, cutTo: $0, of: $0) == 0 } == 2)
        // An element that says it is longer than the frame is a fault, whatever was cut off.
        var lying = body
        lying[AWDLActionHeader.size + 1] = 200
        #expect(try faults(lying, cutTo: body.count - 2, of: body.count) == 1)
    }

    @Test func namesThatAreLongerThanThoseOfDNSAreNone() throws {
        var scene = AWDLHistoryScene()
        let label = AWDLName.Item.label([UInt8](repeating: 0x61, count: 62))
        for count in [4, 5] {
            let name = AWDLName(items: [AWDLName.Item](repeating: label, count: count))
            try scene.frame(of: count, [AWDLTLV(AWDLHostName(name))], at: 1)
        }
        #expect(scene.nodes.map { $0.hostName?.utf8.count } == [252, nil])
    }

    @Test func whatIsLeftOutIsSoForAnyNumberOfWorkers() async throws {
        var scene = RadioScene([RadioScene.anna])
        for number in 0..<2048 {
            var action = scene.nodes[0].periodicSynchronizationFrame(at: 0)
            action.elements += (0..<4).map { Self.service(number / 128 * 4 + $0) }
            let address = LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(number % 128) &* 0x9E37_79B9)
            var writer = AWDLFrameWriter(source: address)
            try scene.append(writer.bytes(of: action, tsft: scene.time), after: 100)
        }
        let report = try await scene.report()
        let nodes = try #require(report.wireless?.awdl?.nodes)
        #expect(nodes.count == 128 && nodes.contains { $0.services.count < 64 })
        #expect(try await scene.report(workers: 4) == report)
    }

    /// Sequences of a node whose frames have one in the element of its own, or in the synchronization parameters.
    private static func sequences(_ frames: [(own: [UInt8]?, other: UInt8?)]) throws -> [UInt8] {
        var scene = AWDLHistoryScene()
        for (number, frame) in frames.enumerated() {
            var elements: [AWDLTLV] = []
            if let other = frame.other {
                var node = AWDLNode(
                    address: RadioScene.anna, name: AWDLName(items: []), channelSequence: RadioScene.sequence([other]))
                node.address = AWDLHistoryScene.address(0)
                elements = node.periodicSynchronizationFrame(at: 0).elements.filter {
                    $0.type == .synchronizationParameters
                }
            }
            if let own = frame.own {
                elements.append(
                    own.count == 1
                        ? AWDLTLV(RadioScene.sequence(own))
                        : AWDLTLV(type: .channelSequence, raw: own))
            }
            try scene.frame(of: 0, elements, at: Double(number))
        }
        return scene.nodes[0].sequences.compactMap(\.channels.first)
    }

    @Test func aSequenceThatComesBackIsAChange() throws {
        #expect(try Self.sequences([([149], nil), (nil, 6), ([149], nil), ([149], nil)]) == [149, 6, 149])
        // The element of its own is what counts where there are both.
        #expect(try Self.sequences([([149], 6), ([149], 44), (nil, 149), ([149], 6)]) == [149])
    }

    @Test func withoutAReadableSequenceTheOtherOneCounts() throws {
        let broken: [UInt8] = [15, 3]
        #expect(try Self.sequences([(broken, 6), (broken, 6), (broken, 44)]) == [6, 44])
    }
}
