import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct NetworkEventTests {
    private func event(_ text: String) throws(JSONDecodingError) -> NetworkEvent {
        try NetworkEvent(parsing: Array(text.utf8).span)
    }

    private func error(_ text: String) -> JSONDecodingError? {
        do {
            _ = try event(text)
            return nil
        } catch { return error }
    }

    private func text(_ event: NetworkEvent) throws -> String {
        var writer = ByteWriter()
        try event.serialize(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func readsTheObservedTexts() throws {
        #expect(try event(#"{"startStreaming":{}}"#) == .startStreaming)
        #expect(
            try event(#"{"satelliteMovedTo":{"position":[201.37,422.78],"dimensions":[393,852]}}"#)
                == .satelliteMovedTo(
                    position: .init(x: 201.37, y: 422.78), dimensions: .init(width: 393, height: 852)))
        #expect(
            try event(#"{"satelliteMovedTo":{"dimensions":[393,852],"position":[1e-07,421.16999999999996]}}"#)
                == .satelliteMovedTo(
                    position: .init(x: 1e-07, y: 421.16999999999996), dimensions: .init(width: 393, height: 852)))
    }

    @Test func writesTheObservedTexts() throws {
        #expect(try text(.startStreaming) == #"{"startStreaming":{}}"#)
        let move = NetworkEvent.satelliteMovedTo(
            position: .init(x: 203.74, y: -0.0), dimensions: .init(width: 393, height: 852))
        #expect(try text(move) == #"{"satelliteMovedTo":{"position":[203.74,-0],"dimensions":[393,852]}}"#)
    }

    @Test func keepsCasesOfOtherVersions() throws {
        let read = try event(#"{ "satelliteLost\/\u00e9" : {"after":[1, 2.50]} }"#)
        #expect(read == .unknown(name: "satelliteLost/é", value: Array(#"{"after":[1, 2.50]}"#.utf8)))
        #expect(try text(read) == #"{"satelliteLost\/é":{"after":[1, 2.50]}}"#)
    }

    @Test func readsBackWhatItWrites() throws {
        let events = Generator<NetworkEvent>.oneOf([.plausible, .extreme])
        for (number, event) in events.values(seed: 7, count: 1000).enumerated() {
            let bytes = Array(try text(event).utf8)
            #expect(try NetworkEvent(parsing: bytes.span) == event, "event \(number)")
        }
    }

    @Test func refusesToWriteWhatIsNoNumber() {
        for number in [Double.nan, .infinity, -.infinity] {
            let event = NetworkEvent.satelliteMovedTo(
                position: .init(x: 0, y: number), dimensions: .init(width: 0, height: 0))
            #expect(throws: JSONDecodingError(.numberOutOfRange, offset: 0)) { try text(event) }
        }
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("{}", .missingCase, 1), ("[]", .wrongType, 0),
            (#""startStreaming""#, .wrongType, 0), (#"{"startStreaming":null}"#, .wrongType, 18),
            (#"{"startStreaming":{},"satelliteMovedTo":{}}"#, .severalCases, 22),
            (#"{"a":1,"b":2}"#, .severalCases, 12), (#"{"startStreaming":{}}x"#, .trailingBytes, 21),
            (#"{"satelliteMovedTo":{"position":[1,2]}}"#, .missingMember, 37),
            (#"{"satelliteMovedTo":{"position":{"x":1,"y":2}}}"#, .wrongType, 32),
            (#"{"satelliteMovedTo":{"position":[]}}"#, .missingMember, 33),
            (#"{"satelliteMovedTo":{"position":[1]}}"#, .missingMember, 34),
            (#"{"satelliteMovedTo":{"position":[1,"2"]}}"#, .wrongType, 35),
            (#"{"satelliteMovedTo":{"position":[1,1e999]}}"#, .numberOutOfRange, 35),
        ] as [(String, JSONDecodingError.Kind, Int)])
    func saysWhatIsWrongAndWhere(_ text: String, kind: JSONDecodingError.Kind, offset: Int) {
        #expect(error(text) == JSONDecodingError(kind, offset: offset))
    }

    @Test func everyCutIsAnErrorWithinTheText() {
        let whole = Array(#"{"satelliteMovedTo":{"position":[201.37,422.78],"dimensions":[393,852]}}"#.utf8)
        for count in 0..<whole.count {
            #expect(throws: JSONDecodingError.self) { try NetworkEvent(parsing: Array(whole[..<count]).span) }
        }
    }

    @Test func nestingHasALimit() {
        let deep = String(repeating: "[", count: 600)
        #expect(error(#"{"x":\#(deep)"#)?.kind == .tooDeep)
    }

    @Test func theViewHoldsPlacesOnly() throws {
        let datagram = Array(#"{"next":{"a":1}}"#.utf8)
        let view = try NetworkEventView(scanning: datagram.span)
        #expect(view.kind == .unknown)
        #expect(view.caseName.range == 2..<6)
        #expect(view.caseRange == 8..<15)
    }
}
