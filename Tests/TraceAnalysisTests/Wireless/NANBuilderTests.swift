import Testing
import TraceModel
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct NANBuilderTests: NANScene {
    @Test func servicesAreKnownByTheHashOfTheirNames() async throws {
        let frames = [
            frame(from: RadioScene.anna, [descriptor(0)]), frame(from: RadioScene.bert, [descriptor(1)]),
            frame(from: RadioScene.bert, [attribute(2, [0xE8, 0x57, 0xC5, 0x24, 0x46, 0x51])]),
            frame(from: RadioScene.bert, to: RadioScene.anna, [descriptor(2)]),
        ]
        var nan = try await report(frames)
        #expect(nan.services.map(\.serviceID) == ["94f9f392d799", "e857c5244651"])
        #expect(nan.services.map(\.name) == [nil, "_http._tcp"])
        nan = try await report(frames, names: ["Org.Example.Photos"], workers: 4)
        #expect(nan.services[0].name == "Org.Example.Photos")
        #expect(nan.services[0].publishers == [RadioScene.anna.description])
        #expect(nan.services[0].subscribers == [RadioScene.bert.description])
        #expect(nan.services[1].publishers == [RadioScene.bert.description] && nan.services[1].subscribers == [])
        let match = try #require(nan.matches.first)
        #expect(nan.matches.count == 1 && match.time == 1 && match.followUps == 1)
        #expect(nan.nodes.map(\.serviceDiscoveryFrames) == [1, 3])
    }

    @Test func listsOfServicesSayWhoOffersAndWhoLooks() async throws {
        var writer = ByteWriter()
        Self.photos.serialize(into: &writer)
        let (published, subscribed) = (attribute(2, writer.bytes), attribute(40, writer.bytes))
        let nan = try await report([
            frame(from: RadioScene.anna, [published]), frame(from: RadioScene.bert, [subscribed]),
            // Who says it with a descriptor too does not count twice.
            frame(from: RadioScene.anna, [descriptor(0)]), frame(from: RadioScene.carl, [published, subscribed]),
        ])
        let (anna, bert, carl) = (
            RadioScene.anna.description, RadioScene.bert.description, RadioScene.carl.description
        )
        #expect(nan.services.map(\.publishers) == [[anna, carl]] && nan.services.map(\.subscribers) == [[bert, carl]])
        #expect(
            nan.matches.map(\.publisher) == [anna, anna, carl] && nan.matches.map(\.subscriber) == [bert, carl, bert])
        #expect(nan.matches.map(\.time) == [1, 3, 3])
    }

    @Test func attributesThatTwoElementsShareAreRead() async throws {
        var writer = ByteWriter()
        Self.photos.serialize(into: &writer)
        let attributes = attribute(0, [128, 7]) + attribute(2, writer.bytes)
        func element(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            [221, UInt8(bytes.count + 4), 0x50, 0x6F, 0x9A, 0x13] + bytes
        }
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 8),
            address1: LinkAddress(rawValue: 0xFFFF_FFFF_FFFF), address2: RadioScene.anna, address3: Self.cluster)
        for cut in 0...attributes.count {
            let body = [UInt8](repeating: 0, count: 12) + element(attributes[..<cut]) + element(attributes[cut...])
            let nan = try await report([SyntheticRadioFrame.bytes(header, body: body)])
            #expect(nan.services.map(\.publishers) == [[RadioScene.anna.description]], "cut at \(cut)")
        }
    }

    @Test func whoIsInAnotherClusterHasNotBeenMet() async throws {
        let elsewhere = LinkAddress(rawValue: 0x506F_9A01_0001)
        let nan = try await report([
            frame(from: RadioScene.anna, [descriptor(0)]),
            frame(from: RadioScene.bert, in: elsewhere, [descriptor(1)]),
        ])
        #expect(nan.matches == [] && nan.clusters.map(\.id) == [Self.cluster, elsewhere].map(\.description))
    }

    @Test func theAnchorMasterIsWhatWasSaidLast() async throws {
        func rank(_ address: LinkAddress) -> [UInt8] {
            var writer = ByteWriter()
            address.serialize(into: &writer)
            return attribute(1, writer.bytes + [1, 128, 0, 0, 0, 0, 0])
        }
        let nan = try await report(
            [
                frame(from: RadioScene.anna, [rank(RadioScene.anna)]),
                frame(from: RadioScene.bert, [rank(RadioScene.carl)]),
            ], workers: 2)
        #expect(nan.clusters.map(\.anchorMaster) == [RadioScene.carl.description])
        #expect(nan.clusters[0].anchorMasters.map(\.address) == [RadioScene.anna, RadioScene.carl].map(\.description))
        #expect(nan.clusters[0].anchorMasters.map(\.frame) == [1, 2])
        #expect(nan.clusters[0].firstSeen == 0)
    }

    @Test func bytesThatMakeNoSenseAreCountedAndPassedOver() async throws {
        let nan = try await report([
            frame(from: RadioScene.anna, [attribute(3, [1, 2]), [16, 200, 0, 1]]),
            frame(from: RadioScene.anna, [descriptor(0)]),
        ])
        #expect(nan.nodes.map(\.serviceDiscoveryFrames) == [2] && nan.services.count == 1 && nan.dataPaths == [])
        #expect(nan.nodes.map(\.faultyFrames) == [1])
    }

    @Test func aMatchIsNotBeforeBothAreInOneCluster() async throws {
        let elsewhere = LinkAddress(rawValue: 0x506F_9A01_0001)
        let nan = try await report(
            [
                frame(from: RadioScene.anna, [descriptor(0)]),
                frame(from: RadioScene.bert, in: elsewhere, [descriptor(1)]),
                // The first who comes to the other's cluster.
                frame(from: RadioScene.bert, []), frame(from: RadioScene.anna, in: elsewhere, []),
            ], at: [0, 1, 6, 8])
        #expect(nan.matches.map(\.time) == [6])
    }

    @Test func whatIsSentAgainIsAnotherFrameThatSaysNothingNew() async throws {
        let wish = SyntheticRadioFrame.numbered(frame(from: RadioScene.bert, [descriptor(1)]), 1)
        let word = SyntheticRadioFrame.numbered(
            frame(from: RadioScene.bert, to: RadioScene.anna, [descriptor(2)]), 2)
        let another = SyntheticRadioFrame.numbered(
            frame(from: RadioScene.bert, to: RadioScene.anna, [descriptor(2)]), 3)
        let request = SyntheticRadioFrame.numbered(
            frame(from: RadioScene.bert, to: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)]), 4)
        let frames = [
            frame(from: RadioScene.anna, [descriptor(0)]), wish, word, SyntheticRadioFrame.retransmitted(word),
            SyntheticRadioFrame.retransmitted(word), SyntheticRadioFrame.retransmitted(another), request,
            SyntheticRadioFrame.retransmitted(request),
        ]
        let times = frames.indices.map { Double($0) / 1000 }
        for workers in [1, 3] {
            let nan = try await report(frames, at: times, workers: workers)
            // One of them came when its first copy had been missed.
            #expect(nan.matches.map(\.followUps) == [2])
            #expect(nan.nodes.map(\.serviceDiscoveryFrames) == [1, 5] && nan.nodes.map(\.actionFrames) == [0, 2])
            #expect(nan.nodes.map { $0.signalSeries.reduce(0) { $0 + $1.count } } == [1, 7])
            #expect(nan.nodes.map(\.signal.count) == [1, 7] && nan.dataPaths.map(\.frames) == [[7]])
        }
    }

    @Test func eachAnchorMasterIsToldWhenItIsNamedFirst() async throws {
        func beacon(from source: LinkAddress, _ anchor: LinkAddress) -> [UInt8] {
            var writer = ByteWriter()
            anchor.serialize(into: &writer)
            return frame(from: source, [attribute(1, writer.bytes + [1, 128, 0, 0, 0, 0, 0])])
        }
        let (anna, bert) = (RadioScene.anna, RadioScene.bert)
        let nan = try await report([
            beacon(from: bert, anna), beacon(from: anna, anna), beacon(from: bert, bert), beacon(from: anna, bert),
            beacon(from: anna, anna),
        ])
        #expect(nan.clusters[0].anchorMasters.map(\.address) == [anna, bert].map(\.description))
        #expect(
            nan.clusters[0].anchorMasters.map(\.time) == [0, 2] && nan.clusters[0].anchorMaster == anna.description)
    }
}
