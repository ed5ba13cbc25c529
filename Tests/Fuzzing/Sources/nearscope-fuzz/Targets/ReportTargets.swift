import DNSWire
import TraceReports
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames
import WireText

extension FuzzTarget {
    /// `nearscope decode`: bytes to text and JSON, and the JSON back to the value; the first byte chooses the format.
    static let decode = FuzzTarget(
        name: "decode", maximumLength: 1024,
        mutators: Mutator.dns + Mutator.attributes + Mutator.elements + Mutator.byteLevel,
        seeds: { SampleFrames.decodable },
        run: { input in
            guard let choice = input.first else { return }
            let bytes = Array(input.dropFirst())
            switch choice % 5 {
            case 0:
                let view = DNSMessageView(bytes)
                _ = (view.text, DNSMessageView.json([view], asArray: true))
                require(
                    (try? DNSMessageJSON.message(from: DNSMessageJSON.text(of: view.message))) == view.message,
                    "A DNS message is read from its JSON")
            case 1:
                let view = RadioMessageView(awdl: bytes)
                _ = (view.text, view.json())
                guard let content = try? AWDLContent(bytes), (try? content.validate()) != nil else { return }
                let again = try? AWDLFrameJSON.values(from: AWDLFrameJSON.text(of: content))
                require(
                    again?.map { RoundTrip.bytes($0.serialize) } == [RoundTrip.bytes(content.serialize)],
                    "A frame of AWDL is read from its JSON")
            case 2:
                let view = RadioMessageView(nan: bytes)
                _ = (view.text, view.json())
                var reader = ByteReader(bytes.span)
                guard let frame = try? NANFrame.parse(&reader).frame else { return }
                let again = try? NANFrameJSON.values(from: NANFrameJSON.text(of: frame))
                require(
                    again?.map { RoundTrip.bytes($0.serialize) } == [RoundTrip.bytes(frame.serialize)],
                    "A frame of Wi-Fi Aware is read from its JSON")
            case 3:
                let view = RadioMessageView(radiotap: bytes)
                _ = (view.text, view.json())
                var reader = ByteReader(bytes.span)
                guard let header = try? RadiotapHeader(parsing: &reader) else { return }
                let packet = RadiotapJSON.Packet(header: header, frame: reader.readRemainingBytes())
                require(
                    (try? RadiotapJSON.values(from: RadiotapJSON.text(of: packet))) == [packet],
                    "A radiotap header is read from its JSON")
            default:
                let view = RadioMessageView(ieee80211: bytes, hasCheckSequence: choice & 0x80 != 0)
                _ = (view.text, view.json())
                guard let frame = try? IEEE80211Frame.parsed(bytes) else { return }
                let again = try? IEEE80211FrameJSON.values(from: IEEE80211FrameJSON.text(of: frame))
                require(
                    again?.map { RoundTrip.bytes($0.serialize) } == [RoundTrip.bytes(frame.serialize)],
                    "An 802.11 frame is read from its JSON")
            }
        })

    /// `nearscope encode`: JSON to bytes; the first byte chooses the format.
    static let encode = FuzzTarget(
        name: "encode", mutators: Mutator.json + Mutator.byteLevel, seeds: { SampleFrames.json },
        run: { input in
            guard let choice = input.first else { return }
            let text = String(decoding: input.dropFirst(), as: UTF8.self)
            switch choice % 5 {
            case 0:
                for message in (try? DNSMessageJSON.messages(from: text)) ?? [] {
                    let again = try? DNSMessageJSON.message(from: DNSMessageJSON.text(of: message))
                    require(again == message, "A DNS message is read from its JSON")
                    _ = try? message.bytes()
                }
            case 1:
                for content in (try? AWDLFrameJSON.values(from: text)) ?? [] {
                    let bytes = RoundTrip.bytes(content.serialize)
                    let again = (try? AWDLContent(bytes)).map { RoundTrip.bytes($0.serialize) }
                    require(again == bytes, "A frame of AWDL is read as it was written")
                }
            case 2:
                for frame in (try? NANFrameJSON.values(from: text)) ?? [] {
                    let bytes = RoundTrip.bytes(frame.serialize)
                    var reader = ByteReader(bytes.span)
                    let again = (try? NANFrame.parse(&reader).frame).map { RoundTrip.bytes($0.serialize) }
                    require(again == bytes, "A frame of Wi-Fi Aware is read as it was written")
                }
            case 3:
                for packet in (try? RadiotapJSON.values(from: text)) ?? [] {
                    let bytes = RoundTrip.bytes { RadiotapJSON.serialize(packet, into: &$0) }
                    var reader = ByteReader(bytes.span)
                    let header = try? RadiotapHeader(parsing: &reader)
                    require(header == packet.header, "A radiotap header is read as it was written")
                }
            default:
                for frame in (try? IEEE80211FrameJSON.values(from: text)) ?? [] { _ = RoundTrip.bytes(frame.serialize) }
            }
        })
}
