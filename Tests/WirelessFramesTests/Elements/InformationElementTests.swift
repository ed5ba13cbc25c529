import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct InformationElementTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> InformationElement {
        var input = ByteReader(bytes.span, baseOffset: 100)
        return try InformationElement(parsing: &input)
    }

    private func value<Body: ElementBody>(_ hex: String, as _: Body.Type = Body.self) throws -> Body {
        try #require(try parse(Frames.bytes(hex)).value(as: Body.self))
    }

    @Test func eachNumberHasOneBody() {
        let numbers = InformationElement.knownBodies.flatMap { body in
            ([body.id] + body.otherIDs).map { [Int($0.rawValue), body.idExtension.map { Int($0.rawValue) } ?? -1] }
        }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func namesOfNetworks() throws {
        #expect(try value("00 04 486f6d65") == SSIDElement(Array("Home".utf8)))
        #expect(try value("00 00") == SSIDElement([]))
        let long = InformationElement(id: .ssid, body: Array(repeating: 0x41, count: 33))
        #expect(throws: WireError.self) { _ = try long.value() }
    }

    @Test func ratesAndChannels() throws {
        let rates = try value("01 08 82848b960c121824", as: SupportedRatesElement.self).rates
        #expect(rates.map(\.bitsPerSecond) == [1, 2, 5.5, 11, 6, 9, 12, 18].map { UInt32($0 * 1_000_000) })
        #expect(rates.map(\.isBasic) == [true, true, true, true, false, false, false, false])
        // HT, VHT, general link, EPD, hash-to-element, HE and EHT are conditions.
        for selector: UInt8 in 121...127 { #expect(SupportedRate(rawValue: 0x80 | selector).bitsPerSecond == nil) }
        #expect(SupportedRate(rawValue: 0x80 | 120).bitsPerSecond == 60_000_000)
        #expect(SupportedRate(rawValue: 122).bitsPerSecond == 61_000_000)
        #expect(SupportedRate(bitsPerSecond: 11_000_000, isBasic: true).rawValue == 0x96)
        #expect(try value("03 01 06") == DSParameterElement(channel: 6))
        #expect(try value("32 02 3048") == SupportedRatesElement([.init(rawValue: 0x30), .init(rawValue: 0x48)]))
    }

    @Test func countriesHaveTripletsAndPadding() throws {
        let country = try value("07 0a 444520 010d14 24041700", as: CountryElement.self)
        #expect(country.code == 0x444520)
        #expect(country.triplets == [.init(1, 13, 20), .init(36, 4, 23)])
        #expect(country.padding == [0])
        #expect(CountryElement.Triplet(201, 115, 0).isOperating)
    }

    @Test func capabilities() throws {
        let high = try value(
            "2d1a 6f00 1f ffff0000000000000000009600010000 0000 00000000 00", as: HTCapabilitiesElement.self)
        let operation = try value(
            "3d16 24 0500000000 00000000000000000000000000000000", as: HTOperationElement.self)
        let veryHigh = try value("bf0c 32018003 faff 0000 faff 0000", as: VHTCapabilitiesElement.self)
        let wide = try value("c005 01 2a 00 fcff", as: VHTOperationElement.self)
        #expect(high.supports40MHz && high.receiveStreams == 2 && high.shortGuardInterval == (true, true))
        #expect(operation.primaryChannel == 36 && operation.secondaryChannelOffset == 4)
        #expect(veryHigh.receiveStreams == 2)
        #expect(wide.channelWidth == 1 && wide.centerSegment0 == 42)
    }

    @Test func capabilitiesOfHighEfficiencyDependOnTheirWidths() throws {
        let fixed = "000000000000"
        let narrow = Frames.bytes("ff 16 23 \(fixed) 04 00000000000000000000 faff faff")
        let capabilities = try #require(try parse(narrow).value(as: HECapabilitiesElement.self))
        #expect(capabilities.mcsMaps == [.init(receive: 0xFFFA, transmit: 0xFFFA)])
        #expect(capabilities.thresholds.isEmpty)
        // Bit 3 of the first byte announces 160 MHz, whose maps are missing.
        var wide = narrow
        wide[9] = 0x08
        let element = try parse(wide)
        do throws(WireError) {
            _ = try element.value(baseOffset: 102)
            Issue.record("no error")
        } catch {
            #expect(error.field.description == "HE-MCS map" && error.offset == 124)
        }
    }

    @Test func vendorsHaveTypes() throws {
        let vendor = try value("dd 07 506f9a 13 aabbcc", as: VendorElement.self)
        #expect(vendor.organization == 0x506F9A && vendor.type == 0x13 && vendor.content.count == 4)
        #expect(throws: WireError.self) { _ = try parse(Frames.bytes("dd 02 506f")).value() }
    }

    @Test func othersKeepTheirBytes() throws {
        #expect(try parse(Frames.bytes("30 02 0100")).value() == nil)
        #expect(try parse(Frames.bytes("ff 02 2401")).value() == nil)
        #expect(try parse(Frames.bytes("ff 02 2401")).idExtension == .heOperation)
        #expect(try parse(Frames.bytes("ff 00")).idExtension == nil)
    }

    @Test func lengthsThatLieHaveTheirPlace() {
        for (hex, needed) in [("05", 2), ("0503", 5), ("050301", 5)] {
            let bytes = Frames.bytes(hex)
            do throws(WireError) {
                _ = try parse(bytes)
                Issue.record("no error")
            } catch {
                #expect(error.kind == .truncated(needed: needed, available: bytes.count))
                #expect(error.offset == 100)
            }
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var source: any ExtremeSource = SeededGenerator(seed: 0xE1E)
        for _ in 0..<1000 {
            let element = InformationElement.extremeKnown(from: &source)
            let value = try #require(try element.value())
            #expect(InformationElement(value, id: element.id) == element)
            var output = ByteWriter()
            element.serialize(into: &output)
            #expect(try parse(output.bytes) == element)
        }
    }
}
