import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct NANFrameTests {
    @Test func framesAreWrittenAsTheyWereRead() throws {
        for bytes in NANFrames.actions + [NANFrames.element] {
            let (frame, error) = try NANFrames.parse(bytes)
            #expect(error == nil)
            #expect(NANFrames.bytes(of: frame) == bytes)
            for attribute in frame.attributes.attributes {
                if case .malformed(_, let error) = attribute.value { Issue.record("\(error)") }
                #expect(attribute.rest.isEmpty)
            }
        }
    }

    @Test func aCutFrameKeepsWhatCameBefore() throws {
        for bytes in NANFrames.actions {
            for count in 7..<bytes.count {
                let part = Array(bytes[..<count])
                let (frame, error) = try NANFrames.parse(part)
                #expect(NANFrames.bytes(of: frame) == part)
                #expect((error == nil) == frame.attributes.rest.isEmpty)
                if let error { #expect(error.offset == count - frame.attributes.rest.count) }
            }
        }
    }

    @Test func whatIsNotOfWiFiAwareIsRefused() {
        for (hex, field, offset) in [
            ("", "action category", 0), ("7f0017f208", "action category", 0), ("04090017f213", "organization", 2),
            ("0409506f9a09", "NAN type", 0), ("0409506f9a18", "NAN subtype", 6), ("dd05506f9a13", "element", 2),
            ("dd040050f202", "organization", 2),
        ] {
            do throws(WireError) {
                _ = try NANFrames.parse(Frames.bytes(hex))
                Issue.record("no error for \(hex)")
            } catch {
                #expect(error.field.description == field && error.offset == offset, "\(hex): \(error)")
            }
        }
    }

    @Test func attributesMayGoOnInTheNextElement() throws {
        // The second attribute begins in the first element and ends in the third.
        let bytes = Frames.bytes("dd0a506f9a13 000200804d 02 dd06506f9a13 0600 dd0a506f9a13 94f9f392d799")
        let (frame, error) = try NANFrames.parse(bytes)
        #expect(error == nil)
        #expect(frame.attributes.attributes.map(\.id.rawValue) == [0, 2])
        let list = frame.attributes.attributes.last?.value(as: NANServiceIDList.self)
        #expect(list?.identifiers == [NANServiceID(rawValue: 0x94F9_F392_D799)])
        #expect(frame.elementSizes == [6, 2, 6])
        #expect(NANFrames.bytes(of: frame) == bytes)
        // And a third is not whole.
        let stray = Frames.bytes("dd0a506f9a13 000200804d 02 dd06506f9a13 0600 dd0d506f9a13 94f9f392d799 650100")
        let (other, fault) = try NANFrames.parse(stray)
        #expect(fault?.offset == 32 && fault?.kind == .truncated(needed: 4, available: 3))
        #expect(other.attributes.rest == [101, 1, 0] && NANFrames.bytes(of: other) == stray)
    }

    @Test func whatFollowsTheElementsIsKept() throws {
        let bytes = NANFrames.element + Frames.bytes("dd040050f202 00")
        let (frame, error) = try NANFrames.parse(bytes)
        #expect(error?.kind == .trailingBytes(count: 7) && error?.offset == NANFrames.element.count)
        #expect(frame.trailing.count == 7 && frame.attributes.attributes.count == 4)
        #expect(NANFrames.bytes(of: frame) == bytes)
    }

    @Test func manyAttributesTakeSeveralElements() throws {
        let attribute = NANAttribute(
            id: NANAttributeID(rawValue: 221), value: .other([UInt8](repeating: 5, count: 600)))
        let frame = NANFrame(.beacon, attributes: [attribute])
        let bytes = NANFrames.bytes(of: frame)
        #expect(bytes.count == 603 + 3 * 6)
        #expect([bytes[1], bytes[258], bytes[515]] == [255, 255, 105])
        let (read, error) = try NANFrames.parse(bytes)
        #expect(error == nil && read == frame && read.elementSizes.isEmpty)
    }

    @Test func aFaultInTheSecondElementHasItsPlace() throws {
        // A master indication that is too short, begun in the first element.
        let bytes = Frames.bytes("dd06506f9a13 0001 dd06506f9a13 0080")
        let (frame, _) = try NANFrames.parse(bytes)
        guard case .malformed(_, let fault)? = frame.attributes.attributes.first?.value else {
            Issue.record("not malformed")
            return
        }
        #expect(fault.offset == 15)
    }

    @Test func oneBadAttributeLosesNothingElse() throws {
        // The matching filter says that it is longer than the attribute.
        var bytes = NANFrames.subscribe
        bytes[18] = 0x40
        let (frame, error) = try NANFrames.parse(bytes)
        #expect(error == nil)
        #expect(frame.attributes.attributes.map(\.id.rawValue) == [3, 15, 18])
        guard case .malformed(let body, let problem) = frame.attributes.attributes[0].value else {
            Issue.record("not malformed")
            return
        }
        #expect(body == Array(bytes[9..<31]))
        #expect(problem.field.description == "NAN matching filter")
        #expect(problem.offset == 19)
        #expect(problem.limit.description == "NAN attribute length")
        #expect(NANFrames.bytes(of: frame) == bytes)
    }

    @Test func bytesBehindKnownFieldsAreKept() throws {
        let bytes = Frames.bytes("0409506f9a13 000400 804d aabb")
        let (frame, _) = try NANFrames.parse(bytes)
        let attribute = try #require(frame.attributes.attributes.first)
        #expect(
            attribute.value(as: NANMasterIndication.self)
                == NANMasterIndication(masterPreference: 128, randomFactor: 77))
        #expect(attribute.rest == [0xAA, 0xBB])
        #expect(NANFrames.bytes(of: frame) == bytes)
    }

    @Test func anythingReadsBackAsItWasWritten() throws {
        for frame in Generator<NANFrame>.extreme.values(seed: 0xA11CE, count: 1000) {
            let bytes = NANFrames.bytes(of: frame)
            let (read, error) = try NANFrames.parse(bytes)
            #expect(error == nil)
            #expect(read == frame)
        }
    }

    @Test func damageNeverLosesABit() {
        var random = SeededGenerator(seed: 0xDA3A6E)
        for bytes in NANFrames.actions + [NANFrames.element] {
            for _ in 0..<1500 {
                var damaged = bytes
                for _ in 0..<random.number(in: 1...4) {
                    damaged[random.number(in: 0...damaged.count - 1)] = random.bytes(1)[0]
                }
                damaged = Array(damaged.prefix(random.number(in: damaged.count / 2...damaged.count)))
                guard let (frame, error) = try? NANFrames.parse(damaged) else { continue }
                let written = NANFrames.bytes(of: frame)
                #expect(written == damaged)
                if let error { #expect(error.offset <= damaged.count) }
            }
        }
    }
}
