import ProtocolDescriptions
import Testing

@Suite struct ExpectationMonitorTests {
    /// A message of a side, `a` for the initiator and `b` for the responder: `a 200 ping 7` is a ping with key 7 after
    /// 200 ms.
    private func event(_ text: String, _ frame: Int) -> ExpectationEvent {
        let words = text.split(separator: " ").map(String.init)
        let time = Int64(words[1])! * 1_000_000
        let role: DescribedMessageView.PairRole? = words[2] == "ping" ? .ask : words[2] == "pong" ? .answer : nil
        let roles =
            role.map { [ExpectationEvent.Role(pair: 0, role: $0, key: words.count > 3 ? UInt64(words[3])! : 0)] } ?? []
        return ExpectationEvent(
            side: words[0] == "a" ? .initiator : .responder, begin: time, time: time, frame: frame, type: words[2],
            bodySize: words[2].utf8.count,
            roles: roles)
    }

    /// The frames of breaches and how many there are, of one rule: `a 5 hole` is a hole, other lines are messages.
    private func breaches(
        _ rule: ProtocolExpectation, keyed: Bool = true, midstream: Bool = false, until end: Int64 = 10_000,
        _ lines: String...
    ) -> [String] {
        var description = ProtocolDescription(name: "rules")
        description.over = [.udp]
        description.body = .json
        description.message.type = TypeRule(.field(MessagePath("body.t")!))
        let path = MessagePath("body.n")!
        description.pairs = [
            MessagePair(
                ask: .types(["ping"]), answer: "pong", by: keyed ? MessagePair.By(ask: path, answer: path) : nil)
        ]
        description.expect = [rule]
        var monitor = ExpectationMonitor(description, established: 0, midstream: midstream)
        for (index, line) in lines.enumerated() {
            if line.hasSuffix("hole") {
                monitor.hole(of: line.hasPrefix("a") ? .initiator : .responder)
            } else if line.hasSuffix("end") {
                monitor.end(
                    of: line.hasPrefix("a") ? .initiator : .responder,
                    at: Int64(line.split(separator: " ")[1])! * 1_000_000)
            } else {
                monitor.observe(event(line, index + 1))
            }
        }
        monitor.finish(at: end * 1_000_000)
        return monitor.breaches.map { "\($0.frame) at \($0.time / 1_000_000) ×\($0.count)" }
    }

    @Test func theFirstMessageOfEachDirection() {
        let rule = ProtocolExpectation(.first(["hello"]))
        #expect(breaches(rule, "a 1 hello", "b 2 ping", "a 3 ping") == ["2 at 2 ×1"])
        #expect(breaches(rule, "a 1 hello", "b 1 hole", "b 2 ping") == [])
        #expect(breaches(rule, midstream: true, "a 1 ping") == [])
        #expect(breaches(ProtocolExpectation(.first(["hello"]), from: .initiator), "a 1 hello", "b 2 ping") == [])
    }

    @Test func anAnswerInTime() {
        let rule = ProtocolExpectation(.answer(["pong"], to: ["ping"], within: .milliseconds(300)))
        #expect(breaches(rule, "a 0 ping 1", "b 300 pong 1") == [])
        #expect(breaches(rule, "a 0 ping 1", "b 301 pong 1") == ["1 at 300 ×1"])
        #expect(breaches(rule, "a 0 ping 1", "a 10 ping 2", "b 20 pong 2") == ["1 at 300 ×1"])
        #expect(breaches(rule, "a 0 ping 1", "a 200 ping 1", "b 400 pong 1") == ["1 at 300 ×1"])
        #expect(breaches(rule, until: 250, "a 0 ping 1") == [])
        #expect(breaches(rule, "a 0 ping 1", "b 50 hole", "b 400 beat") == [])
        #expect(breaches(rule, "a 0 ping 1", "b 400 hole", "b 400 beat") == [])
        // An ask that is read later than its answer, because framing was looked for.
        #expect(breaches(rule, "a 0 hole", "b 20 pong 1", "a 10 ping 1") == [])
        #expect(breaches(rule, "a 0 hole", "b 320 pong 1", "a 10 ping 1") == ["3 at 310 ×1"])
    }

    @Test func answersInOrder() {
        let rule = ProtocolExpectation(.answer(["pong"], to: ["ping"], within: .milliseconds(100)))
        #expect(breaches(rule, keyed: false, "a 0 ping", "a 10 ping", "b 20 pong", "b 105 pong") == [])
        #expect(breaches(rule, keyed: false, "a 0 ping", "a 10 ping", "b 20 pong", "b 115 pong") == ["2 at 110 ×1"])
        #expect(breaches(rule, keyed: false, "a 0 ping", "a 5 hole", "a 10 beat", "b 400 beat") == [])
    }

    @Test func somethingEverySoOften() {
        let rule = ProtocolExpectation(.every(.milliseconds(500), of: ["beat"], tolerance: 0.5), from: .initiator)
        #expect(breaches(rule, until: 2000, "a 100 beat", "a 850 beat", "a 1500 beat") == [])
        #expect(breaches(rule, until: 1000, "a 100 beat", "a 851 beat") == ["1 at 850 ×1"])
        #expect(breaches(rule, until: 3000, "a 100 beat") == ["1 at 850 ×1"])
        #expect(breaches(rule, until: 3000, "a 100 beat", "a 800 end") == [])
        #expect(breaches(rule, until: 1500, "a 100 beat", "a 700 hole", "a 1000 beat") == [])
        #expect(breaches(rule, until: 3000, "b 100 beat") == [])
    }

    @Test func oneBeforeAnother() {
        let rule = ProtocolExpectation(.before(["move"], need: ["ready"]))
        #expect(breaches(rule, "a 1 move", "b 2 ready", "a 3 move") == ["1 at 1 ×1"])
        #expect(breaches(rule, "b 1 ready", "a 3 move") == [])
        #expect(breaches(rule, "b 1 hole", "a 3 move") == [])
    }

    @Test func notTooMany() {
        let rule = ProtocolExpectation(.atMost(2, of: ["chat"], within: .seconds(1)))
        #expect(breaches(rule, "a 0 chat", "a 500 chat", "a 1000 chat") == [])
        #expect(breaches(rule, "a 0 chat", "a 500 chat", "a 999 chat") == ["3 at 999 ×1"])
        #expect(breaches(rule, "a 0 chat", "b 500 chat", "a 999 chat") == [])
    }

    @Test func sizesAndTypes() {
        #expect(breaches(ProtocolExpectation(.sizeAtMost(4, of: [])), "a 0 chat", "a 1 hello") == ["2 at 1 ×1"])
        #expect(breaches(ProtocolExpectation(.sizeAtMost(4, of: ["chat"])), "a 0 chat", "a 1 hello") == [])
        #expect(breaches(ProtocolExpectation(.never(["error"])), "a 0 error", "b 1 error") == ["1 at 0 ×2"])
        #expect(
            breaches(ProtocolExpectation(.only(["ok"]), from: .responder), "a 0 chat", "b 1 ok", "b 2 chat") == [
                "3 at 2 ×1"
            ])
    }

    @Test func quietAfterTheStart() {
        let rule = ProtocolExpectation(.quiet(.seconds(1), except: ["hello"]))
        #expect(breaches(rule, "a 10 hello", "a 999 chat", "a 1000 chat") == ["2 at 999 ×1"])
        #expect(breaches(rule, midstream: true, "a 999 chat") == [])
    }

    @Test func oneConnectionAtATime() {
        func session(_ senders: Set<String>, _ start: Int64, _ end: Int64) -> ConnectionOverlap.Session {
            ConnectionOverlap.Session(senders: senders, start: start, end: end)
        }
        let sessions = [
            session(["a", "b"], 5, 9), session(["a", "b"], 0, 6), session(["a", "b"], 9, 12),
            session(["a", "c"], 5, 9),
            session(["a"], 0, 9),
        ]
        #expect(ConnectionOverlap.later(sessions) == [0])
    }
}
