import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@Suite struct NANViewTests {
    /// The IDs of the attributes and the offset of the error that ended the walk.
    private func walk(_ view: borrowing NANView) -> (identifiers: [UInt8], offset: Int?) {
        var attributes = view.attributes
        var identifiers: [UInt8] = []
        do throws(WireError) {
            while let attribute = try attributes.next() { identifiers.append(attribute.id.rawValue) }
            return (identifiers, nil)
        } catch {
            return (identifiers, error.offset)
        }
    }

    /// A view itself cannot be handed to `#expect`.
    private func isRecognized(_ control: IEEE80211FrameControl, _ body: [UInt8]) -> Bool {
        guard NANView(control, body: body.span) != nil else { return false }
        return true
    }

    @Test func framesAreRecognized() throws {
        let beacon = NANFrames.beacon
        guard let view = NANView(NANFrames.beaconControl, body: beacon.span) else {
            Issue.record("no beacon")
            return
        }
        #expect(view.kind == .beacon)
        #expect(view.attributeRange == 18..<beacon.count)
        #expect(walk(view).identifiers == [0, 1, 2, 15])
        for (bytes, kind) in [
            (NANFrames.subscribe, NANFrameKind.serviceDiscovery), (NANFrames.request, .action(.dataPathRequest)),
            (NANFrames.update, .action(.scheduleUpdateNotification)),
        ] {
            guard let view = NANView(NANFrames.actionControl, body: bytes.span) else {
                Issue.record("no \(kind)")
                continue
            }
            #expect(view.kind == kind)
        }
    }

    @Test func othersAreNot() {
        // Vendor specific public actions of another type and of another organization; a protected one.
        for body in ["0409506f9a09", "04090017f213", "0408506f9a13", "7f09506f9a13", "0409506f9a18"] {
            let bytes = Frames.bytes(body)
            #expect(!isRecognized(NANFrames.actionControl, bytes), "\(body)")
        }
        let protected = IEEE80211FrameControl(type: .management, subtype: 13, flags: 0x40)
        let bytes = NANFrames.subscribe
        #expect(!isRecognized(protected, bytes))
        #expect(!isRecognized(NANFrames.beaconControl, bytes))
    }

    @Test func theViewAgreesWithWhatRecognizesFrames() {
        for (control, all) in [
            (NANFrames.beaconControl, [NANFrames.beacon]), (NANFrames.actionControl, NANFrames.actions),
        ] {
            for bytes in all {
                for count in 0...bytes.count {
                    let part = Array(bytes[..<count])
                    // An action frame without its subtype is one all the same.
                    guard count != 6 else { continue }
                    #expect(isRecognized(control, part) == (VendorFrameKind(control, body: part.span) == .nan))
                }
            }
        }
    }

    @Test func anAttributeThatRunsOutOfTheFrameEndsTheWalk() {
        var bytes = NANFrames.subscribe
        bytes[32] = 0xFF
        guard let view = NANView(NANFrames.actionControl, body: bytes.span, baseOffset: 100) else {
            Issue.record("no frame")
            return
        }
        #expect(walk(view).identifiers == [3])
        #expect(walk(view).offset == 131)
        let stray = NANFrames.followUp + [3, 0]
        guard let view = NANView(NANFrames.actionControl, body: stray.span) else {
            Issue.record("no frame")
            return
        }
        #expect(walk(view).identifiers == [3])
        #expect(walk(view).offset == NANFrames.followUp.count)
    }

    @Test func allElementsOfABeaconAreWalked() throws {
        let fixed = "0000881e00000000 0002 2004"
        // Between them the element of another, and an attribute (2) that lies in two.
        let body = Frames.bytes(
            "\(fixed) dd0a506f9a13 000200804d 02 0103aabbcc dd0c506f9a13 0200aabb 650100 ee dd04506f9a13 dd07506f9a13660000"
        )
        guard let view = NANView(NANFrames.beaconControl, body: body.span) else {
            Issue.record("no beacon")
            return
        }
        var walk = view.attributes
        var found: [UInt8] = []
        while let attribute = try walk.next() { found.append(attribute.id.rawValue) }
        #expect(found == [0, 101, 102])
        #expect(walk.splitCount == 1)
        let (frame, error) = NANFrame.read(view)
        #expect(error == nil)
        #expect(frame.attributes.attributes.map(\.id.rawValue) == [0, 2, 101, 102])
        #expect(view.end == body.count)
    }

    @Test func anAttributeLongerThanAllElementsEndsTheWalk() {
        let fixed = "0000881e00000000 0002 2004"
        for (rest, field) in [("02", "NAN attribute header"), ("02 0900", "NAN attribute")] {
            let size = rest == "02" ? "0a" : "0c"
            let body = Frames.bytes("\(fixed) dd\(size)506f9a13 000200804d \(rest) dd05506f9a13 01")
            guard let view = NANView(NANFrames.beaconControl, body: body.span) else {
                Issue.record("no beacon")
                continue
            }
            var walk = view.attributes
            do throws(WireError) {
                while try walk.next() != nil {}
                Issue.record("no error")
            } catch {
                #expect(error.field.description == field && error.offset == 23)
                #expect(walk.position == 23)
            }
        }
    }

    @Test func theWalkAgreesWithTheFrame() throws {
        var random = SeededGenerator(seed: 0xE1E)
        for _ in 0..<3000 {
            var body = Frames.bytes("0000881e00000000 0002 2004")
            for _ in 0..<random.number(in: 1...4) {
                let content = random.bytes(random.number(in: 0...12)).map { $0 & 3 }
                body += [0xDD, UInt8(content.count + 4), 0x50, 0x6F, 0x9A, 0x13] + content
            }
            guard let view = NANView(NANFrames.beaconControl, body: body.span) else {
                Issue.record("no beacon")
                continue
            }
            let (frame, error) = NANFrame.read(view)
            var walk = view.attributes
            var count = 0
            do throws(WireError) {
                while try walk.next() != nil { count += 1 }
                #expect(error == nil)
            } catch let fault {
                #expect(error?.offset == fault.offset && error?.field == fault.field)
            }
            #expect(count + walk.splitCount == frame.attributes.attributes.count)
        }
    }

    @Test func serviceDescriptorsAreReadInPlace() throws {
        let body = Array(NANFrames.subscribe[9..<31])
        let view = try NANServiceDescriptorView(body.span)
        #expect(view.serviceID == NANServiceID(name: "org.example.photos"))
        #expect(view.control.type == .subscribe)
        #expect(view.matchingFilter == 10..<14)
        #expect(view.serviceResponseFilter.map { Array(body[$0]) } == Frames.bytes("02021122334455"))
        #expect(view.serviceInfo == nil)
        #expect(view.end == body.count)
        for count in 0..<body.count {
            #expect(throws: WireError.self) { _ = try NANServiceDescriptorView(body.span.extracting(0..<count)) }
        }
    }

    @Test func dataPathsAreReadInPlace() throws {
        let bytes = NANFrames.response
        var input = ByteReader(bytes.span.extracting(10..<bytes.count))
        let header = try NANDataPathHeader(parsing: &input)
        #expect(header.type == .response && header.status == .continued && header.dialogToken == 7)
        #expect(header.initiatorNDI.description == "0e:aa:bb:cc:dd:ef")
        #expect(header.responderNDI?.description == "0a:11:22:33:44:56")
        #expect(header.publishID == nil)
    }

    @Test func theRankIsComparedByPreferenceFirst() throws {
        let bytes = Array(NANFrames.beacon[26..<39])
        var input = ByteReader(bytes.span)
        let cluster = try NANClusterAttribute(parsing: &input)
        #expect(cluster.anchorMasterRank.address.description == "02:11:22:33:44:55")
        #expect(cluster.anchorMasterRank.randomFactor == 77 && cluster.anchorMasterRank.masterPreference == 128)
        #expect(cluster.anchorMasterRank.rawValue == 0x804D_5544_3322_1102)
        #expect(cluster.hops == 0 && cluster.anchorMasterBeaconTransmitTime == 0x12345)
        let address = cluster.anchorMasterRank.address
        let eager = NANMasterRank(masterPreference: 129, randomFactor: 0, address: LinkAddress(rawValue: 0))
        #expect(cluster.anchorMasterRank < eager)
        #expect(NANMasterRank(masterPreference: 128, randomFactor: 76, address: address) < cluster.anchorMasterRank)
    }
}
