import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

extension FuzzTarget {
    /// What sniffers put before a frame: the first byte chooses radiotap, PPI, Prism or AVS.
    static let monitor = FuzzTarget(
        name: "monitor", mutators: Mutator.radiotap + Mutator.byteLevel, seeds: { SampleFrames.monitorHeaders },
        run: { input in
            guard let choice = input.first else { return }
            let bytes = Array(input.dropFirst())
            switch choice % 4 {
            case 0:
                if let header = RoundTrip.check(RadiotapHeader.self, bytes) { _ = header.groups() }
                _ = RadiotapView(bytes.span)
            case 1:
                RoundTrip.check(bytes, "PPIHeader", { try PPIHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
                RoundTrip.check(
                    bytes, "PPICommonField", { try PPICommonField(parsing: &$0) }, { $0.serialize(into: &$1) })
            case 2:
                RoundTrip.check(bytes, "PrismHeader", { try PrismHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
                for isLittleEndian in [false, true] { _ = PrismView(bytes.span, isLittleEndian: isLittleEndian) }
            default:
                RoundTrip.check(bytes, "AVSHeader", { try AVSHeader(parsing: &$0) }, { $0.serialize(into: &$1) })
            }
        })

    /// Whole 802.11 frames with their elements; the first byte has the flags of the radiotap header before.
    static let ieee80211 = FuzzTarget(
        name: "ieee80211", mutators: Mutator.elements + Mutator.byteLevel,
        seeds: {
            (Generator<IEEE80211Frame>.plausible.wireForms.values(seed: seed, count: seedCount)
                + Generator<IEEE80211Frame>.extreme.wireForms.values(seed: seed, count: seedCount * 2)
                .filter { $0.count <= 4096 }).map { [0] + $0 }
        },
        run: { input in
            guard let flags = input.first else { return }
            let bytes = Array(input.dropFirst())
            var reader = ByteReader(bytes.span)
            guard let frame = try? IEEE80211Frame(parsing: &reader, flags: RadiotapFlags(rawValue: flags)) else {
                return
            }
            var writer = ByteWriter()
            frame.serialize(into: &writer)
            require(writer.bytes == Array(bytes[..<reader.position]), "A frame writes the bytes that it read")
            _ = (frame.fault(), frame.isCheckSequenceValid)
            for element in elements(of: frame.body) { check(element) }
        })

    private static func elements(of body: IEEE80211Frame.Body) -> [InformationElement] {
        switch body {
        case .beacon(let beacon): beacon.elements.elements
        case .elements(_, let list): list.elements
        default: []
        }
    }

    private static func check(_ element: InformationElement) {
        guard let value = try? element.value() else { return }
        let again = try? InformationElement(value, id: element.id).value()
        require(again.map { AnyHashable($0) } == AnyHashable(value), "An element's value is read as it was written")
    }

    /// AWDL: the first byte chooses action frames or data headers.
    static let awdl = FuzzTarget(
        name: "awdl", mutators: Mutator.attributes + Mutator.byteLevel,
        seeds: {
            (Generator<AWDLActionFrame>.plausible.wireForms.values(seed: seed, count: seedCount)
                + Generator<AWDLActionFrame>.extreme.wireForms.values(seed: seed, count: seedCount)
                .filter { $0.count <= 4096 }).map { [0] + $0 }
                + Generator<AWDLDataHeader>.extreme.wireForms.values(seed: seed, count: seedCount).map { [1] + $0 }
        },
        run: { input in
            guard let choice = input.first else { return }
            let bytes = Array(input.dropFirst())
            guard choice & 1 == 0 else {
                if let header = RoundTrip.check(AWDLDataHeader.self, bytes) { _ = header.fault() }
                return
            }
            let frame = RoundTrip.check(AWDLActionFrame.self, bytes)
            guard let view = try? AWDLActionFrameView(bytes.span) else {
                require(frame == nil, "What has no view is no frame")
                return
            }
            var elements = view.elements
            var types: [AWDLTLVType] = []
            while let element = elements.next() {
                require(element.value.upperBound <= bytes.count, "An element's value lies in its frame")
                types.append(element.type)
            }
            require(frame?.elements.map(\.type) == types, "View and frame have the same elements")
            if let frame {
                require((frame.fault() == nil) == (elements.fault == nil), "View and frame find the same fault")
                _ = (frame.hostName, frame.version, frame.channelSequence, frame.serviceResponses)
            }
        })

    /// Wi-Fi Aware: action frames from their category on, beacons from their first element on.
    static let nan = FuzzTarget(
        name: "nan", mutators: Mutator.attributes + Mutator.elements + Mutator.byteLevel,
        seeds: { SampleFrames.nan },
        run: { bytes in
            RoundTrip.check(bytes, "NANFrame", { try NANFrame.parse(&$0).frame }, { $0.serialize(into: &$1) })
            for control in SampleFrames.nanFrameControls {
                guard let view = NANView(control, body: bytes.span) else { continue }
                var attributes = view.attributes
                while let attribute = try? attributes.next() {
                    require(attribute.body.upperBound <= bytes.count, "An attribute's body lies in its frame")
                    let body = Array(bytes[attribute.body])
                    _ = try? NANServiceDescriptorView(body.span)
                }
                _ = (view.end, view.joinedElements)
            }
        })
}
