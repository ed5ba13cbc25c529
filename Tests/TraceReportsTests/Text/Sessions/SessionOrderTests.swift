import Testing
import TraceModel

@testable import TraceAnalysis
@testable import TraceReports

@Suite struct SessionOrderTests {
    private let sessions = [
        SessionSamples.session(1) {
            $0.application = .unknown
            $0.duration = 3
            $0.transportRTT.median = 0.004
            $0.networkRTT = .init(0.004, from: .transport)
        },
        SessionSamples.session(2) {
            $0.application = .echo
            $0.duration = 5
            $0.applicationRTT.median = 0.009
            $0.transportRTT.median = 0.001
            $0.networkRTT = .init(0.009, from: .application)
            $0.forward.payloadBytes = 10
            $0.forward.lostMessages = 1
            $0.forward.messages = 99
        },
        SessionSamples.session(3) {
            $0.duration = 5
            $0.forward.payloadBytes = 400
            $0.backward.payloadBytes = 7
            $0.forward.retransmittedPackets = 1
            $0.backward.retransmittedPackets = 0
            $0.forward.packets = 20
            $0.forward.goodput = 100
            $0.jitter.meanAbsoluteDifference = 0.1
        },
    ]

    private func sorted(_ order: SessionOrder, reversed: Bool = false) -> [Int] {
        order.indices(Array(sessions.indices), in: sessions, reversed: reversed).map { sessions[$0].id }
    }

    @Test(
        arguments: [
            ("start", [1, 2, 3]), ("duration", [2, 3, 1]), ("bytes", [3, 2, 1]), ("packets", [3, 1, 2]),
            ("rtt", [2, 1, 3]), ("jitter", [3, 1, 2]), ("loss", [3, 2, 1]), ("rate", [3, 1, 2]),
            ("application", [3, 2, 1]), ("forwardPayloadBytes", [3, 2, 1]), ("transportRTTMedian", [1, 2, 3]),
            ("lossRatio", [2, 1, 3]),
        ] as [(String, [Int])])
    func theLargestFigureComesFirstEqualsStayInOrderOfTime(name: String, ids: [Int]) throws {
        let order = try #require(SessionOrder(name))
        #expect(sorted(order) == ids)
        #expect(order.indices([1], in: sessions) == [1])
    }

    @Test func turnedRoundThoseWithoutTheFigureStayLast() throws {
        #expect(sorted(try #require(SessionOrder("bytes")), reversed: true) == [2, 3, 1])
        #expect(sorted(.start, reversed: true) == [3, 2, 1])
    }

    @Test func everyColumnOfAMetricIsAnOrder() {
        for figure in (Session.allMetrics + Session.summaries).flatMap(\.figures) {
            #expect(SessionOrder(figure.name)?.name == figure.name)
        }
        for name in SessionOrder.usualNames { #expect(SessionOrder(name) != nil, "\(name)") }
        #expect(SessionOrder("color") == nil)
    }

    @Test func rttIsTheDistanceInTheNetwork() throws {
        let sessions = [(1, 0.001), (2, 0.003), (3, 0.002)].map { id, distance in
            SessionSamples.session(id) {
                $0.applicationRTT = SessionSamples.distribution(9, median: 0.1 - distance)
                $0.networkRTT = .init(distance, from: .handshake)
            }
        }
        let order = try #require(SessionOrder("rtt"))
        #expect(order.indices([0, 1, 2], in: sessions) == [1, 2, 0])
        #expect(SessionOrder("networkRTT")?.indices([0, 1, 2], in: sessions) == [1, 2, 0])
    }

    @Test func variationBesideAHost() {
        let session = SessionSamples.session {
            $0.capturePoint = .responder
            $0.handshakeRTT = 0.023
            $0.applicationRTT = SessionSamples.distribution(100, median: 0.0001)
            $0.forward.applicationRTT = $0.applicationRTT
            $0.transportRTT = SessionSamples.distribution(3, median: 0.00002)
            $0.forward.transportRTT = $0.transportRTT
            $0.jitter.meanAbsoluteDifference = 0.00001
            $0.forward.interarrivalJitter = 0.003
        }
        #expect(session.pathRoundTrips.delays.median == nil && session.variation == 0.003)
        var measured = session
        measured.backward.transportRTT = SessionSamples.distribution(9, median: 0.025)
        measured.backward.applicationRTT = SessionSamples.distribution(9, median: 0.026)
        measured.backward.jitter.meanAbsoluteDifference = 0.002
        #expect(measured.pathRoundTrips.delays.median == 0.026 && measured.variation == 0.002)
        measured.capturePoint = .initiator
        #expect(measured.pathRoundTrips.delays.median == 0.0001)
    }

    @Test func lossIsThatOfNumberedMessages() {
        #expect(sessions[0].loss == nil)
        #expect(sessions[1].loss == 0.01)
        #expect(sessions[2].loss == 1.0 / 23)
    }

    @Test func anEchoTestNumbersItsDataAloneAndCopiesDoNotCountAsArrivals() {
        let session = SessionSamples.session {
            $0.forward.lostMessages = 10
            $0.forward.messages = 1100
            $0.forward.duplicateMessages = 2
            $0.forward.messageTypes.add(100, of: "probe")
            $0.forward.messageTypes.add(992, of: "data")
        }
        #expect(session.forward.numberedMessages == 990)
        #expect(session.loss == 0.01)
        #expect(session.forward.loss == 0.01)
        #expect(session.backward.loss == nil)
    }

    @Test func theRateIsThatOfTheDataAfterTheProbesWhereThereAreSome() {
        let session = SessionSamples.session {
            $0.forward.goodput = 500
            $0.backward.goodput = 900
        }
        #expect(session.rate == 900)
        let test = SessionSamples.session {
            $0.backward.goodput = 900
            $0.forward.bulk = .init(start: 1, end: 2, bytes: 10, goodput: 80)
        }
        #expect(test.rate == 80)
    }
}
