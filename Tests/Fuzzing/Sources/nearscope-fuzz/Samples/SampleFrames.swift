import DNSWire
import TraceReports
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames
import WireText

/// Frames of radios that first corpora are made of.
enum SampleFrames {
    /// With radiotap headers and right check sequences.
    static var radio: [[UInt8]] {
        let frames = Generator<IEEE80211Frame>.plausible.values(seed: FuzzTarget.seed, count: 12)
        return frames.map { frame in
            var body = ByteWriter()
            frame.body.serialize(into: &body)
            return SyntheticRadioFrame.bytes(frame.header, body: body.bytes, time: 1_000_000)
        }
    }

    /// Headers behind the byte that chooses their kind.
    static var monitorHeaders: [[UInt8]] {
        let radiotap =
            Generator<RadiotapHeader>.plausible.wireForms.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
            + Generator<RadiotapHeader>.extreme.wireForms.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
            .filter { $0.count <= 2048 }
        var ppi = ByteWriter()
        PPIHeader(dataLinkType: 105, fields: [PPIHeader.Field(type: 2, value: [UInt8](repeating: 1, count: 20))])
            .serialize(into: &ppi)
        var prism = ByteWriter()
        PrismHeader(items: [PrismHeader.Item(identifier: 0x0001_0044, value: 6)]).serialize(into: &prism)
        var avs = ByteWriter()
        AVSHeader(channel: 6).serialize(into: &avs)
        return radiotap.map { [0] + $0 } + [[1] + ppi.bytes, [2] + prism.bytes, [3] + avs.bytes]
    }

    static var nan: [[UInt8]] {
        (Generator<NANFrame>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
            + Generator<NANFrame>.extreme.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)).map { frame in
                var writer = ByteWriter()
                frame.serialize(into: &writer)
                return writer.bytes
            }.filter { $0.count <= 4096 }
    }

    /// Under which a body is looked at as one of Wi-Fi Aware: action, beacon.
    static let nanFrameControls = [
        IEEE80211FrameControl(type: .management, subtype: 13), IEEE80211FrameControl(type: .management, subtype: 8),
    ]

    /// What `decode` reads, behind the byte that chooses the format.
    static var decodable: [[UInt8]] {
        let (seed, count) = (FuzzTarget.seed, FuzzTarget.seedCount)
        return
            (Generator<DNSMessage>.plausible.wireForms.values(seed: seed, count: count)
            + Generator<DNSMessage>.extreme.wireForms.values(seed: seed, count: count)).map { [0] + $0 }.filter(isShort)
            + (Generator<AWDLActionFrame>.extreme.wireForms.values(seed: seed, count: count)
            + Generator<AWDLDataHeader>.extreme.wireForms.values(seed: seed, count: count))
            .map { [1] + $0 }.filter(isShort)
            + nan.map { [2] + $0 }.filter(isShort)
            + Generator<RadiotapHeader>.extreme.wireForms.values(seed: seed, count: count).map { [3] + $0 }.filter(
                isShort)
            + Generator<IEEE80211Frame>.extreme.wireForms.values(seed: seed, count: count).map { [4] + $0 }.filter(
                isShort)
    }

    private static func isShort(_ bytes: [UInt8]) -> Bool { bytes.count <= 2048 }

    /// What `encode` reads, behind the byte that chooses the format: the JSON of what `decode` reads.
    static var json: [[UInt8]] {
        decodable.compactMap { input in
            let bytes = Array(input.dropFirst())
            var reader = ByteReader(bytes.span)
            let text: String? =
                switch input[0] {
                case 0: (try? DNSMessage(parsing: bytes)).map { DNSMessageJSON.text(of: $0) }
                case 1: (try? AWDLContent(bytes)).map { AWDLFrameJSON.text(of: $0) }
                case 2: (try? NANFrame.parse(&reader).frame).map { NANFrameJSON.text(of: $0) }
                case 3: (try? RadiotapHeader(parsing: &reader)).map { RadiotapJSON.text(of: .init(header: $0)) }
                default: (try? IEEE80211Frame.parsed(bytes)).map { IEEE80211FrameJSON.text(of: $0) }
                }
            return text.flatMap { $0.utf8.count <= 4096 ? [input[0]] + Array($0.utf8) : nil }
        }
    }
}
