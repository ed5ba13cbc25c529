import Testing
import WireCoding
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
        #expect(attribute.value == .masterIndication(NANMasterIndication(masterPreference: 128, randomFactor: 77)))
        #expect(attribute.rest == [0xAA, 0xBB])
        #expect(NANFrames.bytes(of: frame) == bytes)
    }

    @Test func anythingReadsBackAsItWasWritten() throws {
        var frames = RandomNANFrames(seed: 0xA11CE)
        for _ in 0..<2000 {
            let frame = frames.frame()
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
                // What lies behind the element of a beacon is not part of it.
                #expect(damaged.starts(with: written))
                if frame.kind != .beacon { #expect(written.count == damaged.count) }
                if let error { #expect(error.offset <= damaged.count) }
            }
        }
    }
}
