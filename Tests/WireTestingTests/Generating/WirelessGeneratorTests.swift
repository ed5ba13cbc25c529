import Testing
import WireCoding
import WirelessFrames

@testable import WireSimulation
@testable import WireTesting

@Suite struct WirelessGeneratorTests {
    @Test func elementsReadBack() throws {
        try expectRoundTrip(Generator<InformationElement>.plausible, count: 200)
        try expectRoundTrip(Generator<InformationElement>.extreme, count: 500)
    }

    @Test func elementsOfEveryKnownKindReadBack() throws {
        let extreme = Generator<InformationElement> { $0.extreme(InformationElement.extremeKnown) }
        for generator in [Generator<InformationElement>.accessPoint, extreme] {
            let elements = generator.values(seed: 1, count: 500)
            for element in elements {
                let value = try #require(try element.value())
                let again = try #require(try InformationElement(value, id: element.id).value())
                #expect(AnyHashable(again) == AnyHashable(value))
            }
            #expect(Set(elements.map(\.id)).count == 11)
        }
    }

    @Test func radiotapHeadersReadBack() throws {
        try expectRoundTrip(Generator<RadiotapHeader>.plausible, count: 200)
        try expectRoundTrip(Generator<RadiotapHeader>.extreme, count: 500)
        for generator in [Generator<[[RadiotapField]]>.plausible, .extreme] {
            for groups in generator.values(seed: 1, count: 200) {
                let (read, error) = RadiotapHeader(groups: groups).groups()
                #expect(error == nil)
                #expect(read == groups)
            }
        }
    }

    @Test func plausibleFieldsAreThoseOfPlausibleHeaders() {
        let groups = Generator<[[RadiotapField]]>.plausible.values(seed: 1, count: 50)
        #expect(
            groups.map(RadiotapHeader.init(groups:)) == Generator<RadiotapHeader>.plausible.values(seed: 1, count: 50))
    }

    @Test func framesReadBack() throws {
        try expectRoundTrip(Generator<IEEE80211Frame>.plausible, count: 200)
        try expectRoundTrip(Generator<IEEE80211Frame>.extreme, count: 1000)
    }

    @Test func extremeFramesHaveEveryBody() {
        let frames = Generator<IEEE80211Frame>.extreme.values(seed: 1, count: 300)
        let bodies = Set(
            frames.map { frame in
                switch frame.body {
                case .beacon: "beacon"
                case .action: "action"
                case .elements: "elements"
                case .aggregate: "aggregate"
                case .protected: "protected"
                case .bytes: "bytes"
                }
            })
        #expect(bodies.count == 6)
        #expect(Set(frames.map(\.header.frameControl.type)).count == 4)
        #expect(frames.contains { $0.header.address4 != nil && $0.header.htControl != nil })
    }

    @Test func framesOfAWDLReadBack() throws {
        try expectRoundTrip(Generator<AWDLActionFrame>.plausible, count: 100)
        try expectRoundTrip(Generator<AWDLActionFrame>.extreme, count: 500)
        try expectRoundTrip(Generator<AWDLTLV>.plausible, count: 300)
        try expectRoundTrip(Generator<AWDLTLV>.extreme, count: 500)
        try expectRoundTrip(Generator<AWDLDataHeader>.plausible, count: 100)
        try expectRoundTrip(Generator<AWDLDataHeader>.extreme, count: 200)
    }

    @Test func plausibleElementsOfAWDLAreThoseOfFrames() {
        let elements = Generator<AWDLTLV>.plausible.values(seed: 1, count: 500)
        #expect(Set(elements.map(\.type)).count == 10)
        #expect(elements.allSatisfy { if case .raw = $0.value { false } else { true } })
    }

    @Test func extremeElementsOfAWDLAreOfEveryType() {
        let elements = Generator<AWDLTLV>.extreme.values(seed: 1, count: 1000)
        #expect(Set(elements.map(\.type)).count > 25)
        #expect(elements.allSatisfy { $0.error == nil })
    }

    @Test func framesOfNANReadBack() throws {
        for generator in [Generator<NANFrame>.plausible, .extreme] {
            try expectRoundTrip(
                generator, count: 500,
                parse: { bytes in
                    var input = ByteReader(bytes.span)
                    let (frame, error) = try NANFrame.parse(&input)
                    if let error { throw error }
                    return frame
                },
                serialize: { frame in
                    var output = ByteWriter()
                    frame.serialize(into: &output)
                    return output.bytes
                })
        }
    }

    @Test func attributesOfNANReadBack() throws {
        try expectRoundTrip(Generator<NANAttribute>.plausible, count: 500)
        try expectRoundTrip(Generator<NANAttribute>.extreme, count: 1000)
        let plausible = Generator<NANAttribute>.plausible.values(seed: 1, count: 500)
        #expect(Set(plausible.map(\.id)).count == 10 && plausible.allSatisfy(\.rest.isEmpty))
        #expect(plausible.allSatisfy { if case .body = $0.value { true } else { false } })
        let attributes = Generator<NANAttribute>.extreme.values(seed: 1, count: 600)
        #expect(Set(attributes.map(\.id)).count > 25)
    }

    @Test func entriesOfServiceInfoReadBack() throws {
        try expectRoundTrip(Generator<NANGenericServiceInfo>.plausible, count: 300)
        try expectRoundTrip(Generator<NANGenericServiceInfo>.extreme, count: 300)
    }

    @Test func damagedFramesThrowTheirErrors() throws {
        try expectNoCrash(parsing: Generator<IEEE80211Frame>.extreme.wireForms, count: 300) {
            _ = try IEEE80211Frame.parsed($0)
        }
        try expectNoCrash(parsing: Generator<AWDLActionFrame>.extreme.wireForms, count: 300) {
            _ = try AWDLActionFrame.parsed($0)
        }
        try expectNoCrash(parsing: Generator<RadiotapHeader>.extreme.wireForms, count: 300) { bytes in
            _ = try RadiotapHeader.parsed(bytes).groups()
        }
    }
}
