import MultipeerWire
import Testing
import TraceModel

@testable import TraceAnalysis

@Suite struct MultipeerSessionStoryTests {
    private static func story(_ datagrams: [(MultipeerDatagramKind, fromInitiator: Bool)]) -> MultipeerSessionStory {
        var story = MultipeerSessionStory()
        for (number, datagram) in datagrams.enumerated() {
            story.take(
                datagram.0, number: nil, payloadSize: nil, fromInitiator: datagram.fromInitiator,
                at: PacketMoment(frame: number + 1, time: Int64(number + 1)))
        }
        return story
    }

    @Test func aPlainSessionIsUpWithTheFirstAcknowledgmentAfterBothHellos() {
        let story = Self.story([
            (.linkStateAck, true), (.sessionHello, true), (.linkStateAck, true), (.sessionHello, false),
            (.linkState, true), (.linkStateAck, false), (.linkStateAck, true),
        ])
        #expect(story.connected.map(\.frame) == [6])
        #expect(story.isSealed == false)
    }

    @Test func aSealedSessionIsUpWithTheFirstDataOfTheSecondSide() {
        let story = Self.story([
            (.dtlsData, true), (.dtlsData, false), (.dtlsHandshake, true), (.dtlsHandshake, false), (.dtlsData, true),
            (.dtlsData, true), (.dtlsData, false), (.dtlsData, false),
        ])
        #expect(story.connected.map(\.frame) == [7])
        #expect(story.isSealed == true)
    }

    @Test func aSessionMayComeUpAgain() {
        let opening: [(MultipeerDatagramKind, fromInitiator: Bool)] = [
            (.sessionHello, true), (.sessionHello, false), (.linkStateAck, true),
        ]
        #expect(Self.story(opening + opening).connected.map(\.frame) == [3, 6])
    }

    @Test func checksSayNothingOfEncryption() {
        #expect(Self.story([(.stunRequest, true), (.stunResponse, false), (.unknown, true)]).isSealed == nil)
    }

    @Test func eachNumberCountsOnceUntilTheNextHello() {
        var story = MultipeerSessionStory()
        func take(_ kind: MultipeerDatagramKind, _ number: Int64?) {
            story.take(
                kind, number: number, payloadSize: 10, fromInitiator: true, at: PacketMoment(frame: 1, time: 1))
        }
        for number: Int64 in [0, 1, 1, 2, 0] { take(.data, number) }
        #expect(story.ends.initiator.messages == 3 && story.ends.initiator.bytes == 30)
        take(.sessionHello, nil)
        take(.data, 0)
        #expect(story.ends.initiator.messages == 4)
        #expect(story.ends.responder.messages == 0)
    }
}
