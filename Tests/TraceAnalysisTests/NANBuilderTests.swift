import PacketCapture
import Testing
import WireCoding
import WireTesting
import WirelessFrames

@testable import TraceAnalysis

@Suite struct NANBuilderTests {
    private static let cluster = LinkAddress(rawValue: 0x506F_9A01_ABCD)
    private static let photos = NANServiceID(name: "org.example.photos")

    /// A public action frame of Wi-Fi Aware; with a subtype where it is no service discovery.
    private func frame(
        from source: LinkAddress, to destination: LinkAddress = LinkAddress(rawValue: 0x516F_9A01_0000),
        in cluster: LinkAddress = cluster, subtype: UInt8? = nil, _ attributes: [[UInt8]]
    ) -> [UInt8] {
        let header = IEEE80211Header(
            frameControl: IEEE80211FrameControl(type: .management, subtype: 13), address1: destination,
            address2: source, address3: cluster)
        let kind: [UInt8] = subtype.map { [0x18, $0] } ?? [0x13]
        return SyntheticRadioFrame.bytes(header, body: [4, 9, 0x50, 0x6F, 0x9A] + kind + attributes.joined())
    }

    private func attribute(_ id: UInt8, _ body: [UInt8]) -> [UInt8] {
        [id, UInt8(body.count), 0] + body
    }

    private func descriptor(_ control: UInt8, _ service: NANServiceID = photos) -> [UInt8] {
        var writer = ByteWriter()
        service.serialize(into: &writer)
        return attribute(3, writer.bytes + [1, 0, control])
    }

    private func dataPath(
        _ type: NANDataPathHeader.MessageType, _ status: NANDataPathHeader.Status, reason: UInt8 = 0,
        responder: LinkAddress? = nil, dialog: UInt8 = 7, id: UInt8 = 16
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.writeBytes([dialog, type.rawValue | status.rawValue << 4, reason])
        RadioScene.anna.serialize(into: &writer)
        writer.writeBytes([5, responder == nil ? 0 : 0x10])
        responder?.serialize(into: &writer)
        return attribute(id, writer.bytes)
    }

    private func report(
        _ frames: [[UInt8]], at times: [Double]? = nil, names: [String] = [], workers: Int = 1
    ) async throws -> NANReport {
        var capture = SyntheticRadioCapture()
        for (number, frame) in frames.enumerated() {
            try capture.append(frame, at: Int64((times?[number] ?? Double(number)) * 1e9))
        }
        var analyzer = TraceAnalyzer(workers: workers)
        analyzer.wireless.serviceNames = names
        let report = try await analyzer.analyze(.open(bytes: capture.bytes))
        #expect(report.wireless?.awdl == nil)
        return try #require(report.wireless?.nan)
    }

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

    @Test(arguments: [(NANDataPathHeader.MessageType.confirm, UInt8(7)), (.securityInstall, 8)])
    func theEndOfASetUpHeardAlone(type: NANDataPathHeader.MessageType, subtype: UInt8) async throws {
        let nan = try await report(
            [
                frame(from: RadioScene.carl, [descriptor(0)]),
                frame(
                    from: RadioScene.anna, to: RadioScene.bert, subtype: subtype,
                    [dataPath(type, .accepted, responder: RadioScene.bert)]),
            ])
        let path = try #require(nan.dataPaths.first)
        #expect(nan.dataPaths.count == 1 && path.state == .confirmed && path.confirmed == 1)
        #expect(path.firstSeen == 1 && path.requested == nil && path.setupDuration == nil && path.frames == [2])
        #expect(path.responder == RadioScene.bert.description)
    }

    @Test func keysAfterTheEndOfAnotherDataPathAreOfANewOne() async throws {
        let nan = try await report([
            frame(from: RadioScene.anna, to: RadioScene.bert, subtype: 7, [dataPath(.confirm, .accepted)]),
            frame(from: RadioScene.anna, to: RadioScene.bert, subtype: 9, [dataPath(.terminate, .continued)]),
            frame(
                from: RadioScene.bert, to: RadioScene.anna, subtype: 8,
                [dataPath(.securityInstall, .accepted, dialog: 8)]),
        ])
        #expect(nan.dataPaths.map(\.state) == [.terminated, .confirmed])
        #expect(nan.dataPaths.map(\.firstSeen) == [0, 2])
    }

    @Test func keysThatAreRefused() async throws {
        let nan = try await report([
            frame(
                from: RadioScene.bert, to: RadioScene.anna, subtype: 8,
                [dataPath(.securityInstall, .rejected, reason: 8)])
        ])
        #expect(nan.dataPaths.map(\.state) == [.rejected] && nan.dataPaths.map(\.ended) == [0])
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
        #expect(nan.clusters[0].firstSeen == 0)
    }

    @Test func dataPathsFromRequestToEnd() async throws {
        let request = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)])
        let answer = frame(
            from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted, responder: RadioScene.carl)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted)])
        let end = frame(from: RadioScene.bert, subtype: 9, [dataPath(.terminate, .continued, reason: 2)])
        let refusal = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .rejected, reason: 10)])
        for (frames, state) in [
            ([request], NANReport.State.requested), ([request, answer], .accepted),
            ([request, answer, confirmation], .confirmed), ([request, answer, confirmation, end], .terminated),
            ([request, refusal], .rejected),
        ] {
            let path = try #require(try await report(frames, workers: 2).dataPaths.first)
            #expect(path.state == state && path.ndpID == 5 && path.initiator == RadioScene.anna.description)
            #expect(path.frames == Array(1...frames.count))
        }
        let paths = try await report([request, answer, confirmation, end, request, refusal]).dataPaths
        #expect(paths.map(\.state) == [.terminated, .rejected])
        #expect(paths[0].responder == RadioScene.carl.description && paths[0].setupDuration == 2)
        #expect(paths[0].ended == 3 && paths[0].reason == "resource limitation")
        #expect(paths[1].requested == 4 && paths[1].reason == "data path rejected" && paths[1].setupDuration == nil)
    }

    @Test func aResponseThatContinuesIsNoAcceptance() async throws {
        let request = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)])
        let answer = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .continued)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted)])
        var path = try #require(try await report([request, answer]).dataPaths.first)
        #expect(path.state == .requested && path.accepted == nil && path.setupDuration == nil)
        path = try #require(try await report([request, answer, confirmation]).dataPaths.first)
        #expect(path.state == .confirmed && path.accepted == nil && path.confirmed == 2 && path.setupDuration == 2)
    }

    @Test func aLaterStepDoesNotTakeAConfirmationBack() async throws {
        let answer = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted)])
        let end = frame(from: RadioScene.bert, subtype: 9, [dataPath(.terminate, .continued, dialog: 8)])
        #expect(try await report([answer, confirmation, answer]).dataPaths.map(\.state) == [.confirmed])
        #expect(try await report([answer, end, answer, confirmation]).dataPaths.map(\.state) == [.terminated])
        let another = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted, dialog: 9)])
        #expect(try await report([answer, end, another]).dataPaths.map(\.state) == [.terminated, .accepted])
    }

    @Test func aNumberIsUsedAgain() async throws {
        let request = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)])
        let answer = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted)])
        // Asked twice in a row and once more much later, then again after all went well.
        let paths = try await report(
            [request, request, request, answer, confirmation, request], at: [0, 0.5, 100, 100.25, 101, 101.5]
        ).dataPaths
        #expect(paths.map(\.state) == [.requested, .confirmed, .requested])
        #expect(paths.map(\.requested) == [0, 100, 101.5] && paths.map(\.setupDuration) == [nil, 1, nil])
        #expect(paths.map(\.frames) == [[1, 2], [3, 4, 5], [6]])
        let another = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued, dialog: 8)])
        #expect(try await report([request, another], at: [0, 0.1]).dataPaths.count == 2)
        let again = try await report([request, answer, request, answer, request], at: [0, 0.1, 0.2, 0.3, 2]).dataPaths
        #expect(again.map(\.state) == [.accepted, .requested] && again.map(\.requested) == [0, 2])
    }

    @Test func bothAttributesOfOneFrameAreOneStep() async throws {
        let both = [dataPath(.request, .continued), dataPath(.request, .continued, dialog: 8, id: 41)]
        let paths = try await report([frame(from: RadioScene.anna, subtype: 5, both)]).dataPaths
        #expect(paths.count == 1 && paths[0].frames == [1])
    }

    @Test func bytesThatMakeNoSenseAreCountedAndPassedOver() async throws {
        let nan = try await report([
            frame(from: RadioScene.anna, [attribute(3, [1, 2]), [16, 200, 0, 1]]),
            frame(from: RadioScene.anna, [descriptor(0)]),
        ])
        #expect(nan.nodes.map(\.serviceDiscoveryFrames) == [2] && nan.services.count == 1 && nan.dataPaths == [])
    }
}
