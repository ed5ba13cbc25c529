import Testing
import TraceModel
import WireCoding
import WirelessFrames

@testable import TraceAnalysis

@Suite struct NANDataPathsTests: NANScene {
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

    @Test func anotherDialogTokenIsOfANewDataPathWhoseRequestWasMissed() async throws {
        let request = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)])
        let answer = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted)])
        let answer2 = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .accepted, dialog: 9)])
        let confirmation2 = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .accepted, dialog: 9)])
        let end = frame(from: RadioScene.anna, subtype: 9, [dataPath(.terminate, .continued, dialog: 12)])
        let paths = try await report(
            [request, answer, confirmation, answer2, confirmation2, end], at: [1, 1.02, 1.04, 300.02, 300.04, 310]
        ).dataPaths
        #expect(paths.map(\.state) == [.confirmed, .terminated] && paths.map(\.frames) == [[1, 2, 3], [4, 5, 6]])
        #expect(paths[0].ended == nil && paths[1].ended == 309 && paths[1].accepted == 299.02)
        // One that was never decided is over when nothing was heard of it for a while.
        let late = try await report([request, answer2], at: [0, 2]).dataPaths
        #expect(late.map(\.state) == [.requested, .accepted])
    }

    @Test func aConfirmationThatContinuesIsNone() async throws {
        let request = frame(from: RadioScene.anna, subtype: 5, [dataPath(.request, .continued)])
        let answer = frame(from: RadioScene.bert, subtype: 6, [dataPath(.response, .continued)])
        let confirmation = frame(from: RadioScene.anna, subtype: 7, [dataPath(.confirm, .continued)])
        let keys = frame(from: RadioScene.bert, subtype: 8, [dataPath(.securityInstall, .accepted)])
        var path = try #require(try await report([request, answer, confirmation]).dataPaths.first)
        #expect(path.state == .requested && path.confirmed == nil && path.setupDuration == nil)
        path = try #require(try await report([request, answer, confirmation, keys]).dataPaths.first)
        #expect(path.state == .confirmed && path.confirmed == 3 && path.setupDuration == 3)
    }

    @Test func theNodesBehindTheInterfaces() async throws {
        let (anna, bert) = (RadioScene.anna, RadioScene.bert)
        let interface = LinkAddress(rawValue: 0x0EAA_0000_0001)
        func step(
            _ type: NANDataPathHeader.MessageType, _ status: NANDataPathHeader.Status, from: LinkAddress,
            to: LinkAddress
        ) -> [UInt8] {
            frame(
                from: from, to: to, subtype: 5 + type.rawValue, [dataPath(type, status, initiator: interface)])
        }
        // Each of them tells both, and a refusal or no answer at all leaves them known.
        let request = step(.request, .continued, from: anna, to: bert)
        for frames in [
            [request], [request, step(.response, .rejected, from: bert, to: anna)],
            [step(.response, .accepted, from: bert, to: anna)], [step(.confirm, .accepted, from: anna, to: bert)],
            [step(.securityInstall, .accepted, from: bert, to: anna)],
        ] {
            let path = try #require(try await report(frames).dataPaths.first)
            #expect(path.initiator == interface.description && path.responder == nil)
            #expect(path.initiatorNode == anna.description && path.responderNode == bert.description)
        }
        let end = try #require(
            try await report([step(.terminate, .continued, from: anna, to: bert)]).dataPaths.first)
        #expect(end.initiatorNode == nil && end.responderNode == nil)
    }

    @Test func dataPathsAboveTheLimitAreCounted() async throws {
        func path(_ type: NANDataPathHeader.MessageType, _ path: Int) -> [UInt8] {
            let initiator = LinkAddress(rawValue: 0x0600_0000_0000 + UInt64(path / 250))
            return dataPath(type, .continued, number: UInt8(path % 250), initiator: initiator)
        }
        let requests: [[UInt8]] = (0..<1100).map { number in
            let node = LinkAddress(rawValue: 0x0200_0000_0000 + UInt64(number / 100))
            return frame(from: node, to: RadioScene.bert, subtype: 5, [path(.request, number)])
        }
        // What comes late still belongs to its data path, listed or not.
        let ends: [[UInt8]] = [0, 1099].map { number in
            frame(from: RadioScene.bert, subtype: 9, [path(.terminate, number)])
        }
        let frames = requests + ends
        let nan = try await report(frames)
        #expect(nan.dataPaths.count == NANReport.maximumDataPaths && nan.omittedDataPaths == 76)
        #expect(nan.dataPaths.map(\.firstSeen) == (0..<1024).map(Double.init))
        let ended = nan.dataPaths.filter { $0.state == .terminated }
        #expect(ended.map(\.ndpID) == [0] && ended.map(\.ended) == [1100])
        #expect(try await report(frames, workers: 3) == nan)
    }
}
