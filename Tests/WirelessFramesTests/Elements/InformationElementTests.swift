import Testing
import WireCoding
import WireTesting
import WirelessFrames

@Suite struct InformationElementTests {
    private func parse(_ bytes: [UInt8]) throws(WireError) -> InformationElement {
        var input = ByteReader(bytes.span, baseOffset: 100)
        return try InformationElement(parsing: &input)
    }

    private func value(_ hex: String) throws -> InformationElement.Value? {
        try parse(Frames.bytes(hex)).value()
    }

    @Test func namesOfNetworks() throws {
        #expect(try value("00 04 486f6d65") == .ssid(Array("Home".utf8)))
        #expect(try value("00 00") == .ssid([]))
        let long = InformationElement(id: .ssid, body: Array(repeating: 0x41, count: 33))
        #expect(throws: WireError.self) { _ = try long.value() }
    }

    @Test func ratesAndChannels() throws {
        guard case .supportedRates(let rates) = try value("01 08 82848b960c121824") else {
            Issue.record("no rates")
            return
        }
        #expect(rates.map(\.bitsPerSecond) == [1, 2, 5.5, 11, 6, 9, 12, 18].map { UInt32($0 * 1_000_000) })
        #expect(rates.map(\.isBasic) == [true, true, true, true, false, false, false, false])
        // HT, VHT, general link, EPD, hash-to-element, HE and EHT are conditions.
        for selector: UInt8 in 121...127 { #expect(SupportedRate(rawValue: 0x80 | selector).bitsPerSecond == nil) }
        #expect(SupportedRate(rawValue: 0x80 | 120).bitsPerSecond == 60_000_000)
        #expect(SupportedRate(rawValue: 122).bitsPerSecond == 61_000_000)
        #expect(SupportedRate(bitsPerSecond: 11_000_000, isBasic: true).rawValue == 0x96)
        #expect(try value("03 01 06") == .dsParameterSet(channel: 6))
        #expect(try value("32 02 3048") == .extendedSupportedRates([.init(rawValue: 0x30), .init(rawValue: 0x48)]))
    }

    @Test func countriesHaveTripletsAndPadding() throws {
        guard case .country(let country) = try value("07 0a 444520 010d14 24041700") else {
            Issue.record("no country")
            return
        }
        #expect(country.code == 0x444520)
        #expect(country.triplets == [.init(1, 13, 20), .init(36, 4, 23)])
        #expect(country.padding == [0])
        #expect(CountryElement.Triplet(201, 115, 0).isOperating)
    }

    @Test func capabilities() throws {
        guard
            case .htCapabilities(let high) = try value(
                "2d1a 6f00 1f ffff0000000000000000009600010000 0000 00000000 00"),
            case .htOperation(let operation) = try value("3d16 24 0500000000 00000000000000000000000000000000"),
            case .vhtCapabilities(let veryHigh) = try value("bf0c 32018003 faff 0000 faff 0000"),
            case .vhtOperation(let wide) = try value("c005 01 2a 00 fcff")
        else {
            Issue.record("an element was not recognised")
            return
        }
        #expect(high.supports40MHz && high.receiveStreams == 2 && high.shortGuardInterval == (true, true))
        #expect(operation.primaryChannel == 36 && operation.secondaryChannelOffset == 4)
        #expect(veryHigh.receiveStreams == 2)
        #expect(wide.channelWidth == 1 && wide.centerSegment0 == 42)
    }

    @Test func capabilitiesOfHighEfficiencyDependOnTheirWidths() throws {
        let fixed = "000000000000"
        let narrow = Frames.bytes("ff 16 23 \(fixed) 04 00000000000000000000 faff faff")
        guard case .heCapabilities(let capabilities) = try parse(narrow).value() else {
            Issue.record("no capabilities")
            return
        }
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
        guard case .vendorSpecific(let vendor) = try value("dd 07 506f9a 13 aabbcc") else {
            Issue.record("no vendor")
            return
        }
        #expect(vendor.organization == 0x506F9A && vendor.type == 0x13 && vendor.content.count == 4)
        #expect(throws: WireError.self) { _ = try self.value("dd 02 506f") }
    }

    @Test func othersKeepTheirBytes() throws {
        #expect(try value("30 02 0100") == nil)
        #expect(try value("ff 02 2401") == nil)
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
        for value in Generator<InformationElement.Value>.extreme.values(seed: 0xE1E, count: 1000) {
            let element = InformationElement(value)
            #expect(try element.value() == value)
            var output = ByteWriter()
            element.serialize(into: &output)
            #expect(try parse(output.bytes) == element)
        }
    }
}
