import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames

@testable import WireText

@Suite struct RadiotapJSONTests {
    private func packet(_ bytes: [UInt8]) throws(WireError) -> RadiotapJSON.Packet {
        var input = ByteReader(bytes.span)
        let header = try RadiotapHeader(parsing: &input)
        return RadiotapJSON.Packet(header: header, frame: input.readRemainingBytes())
    }

    private func bytes(_ packet: RadiotapJSON.Packet) -> [UInt8] {
        var output = ByteWriter()
        RadiotapJSON.serialize(packet, into: &output)
        return output.bytes
    }

    @Test func nothingIsMadeOfBytesThatCouldNotBeRead() {
        let error = #expect(throws: WireJSONError.self) {
            try RadiotapJSON.values(from: #"[{"error": {"offset": 0}}]"#)
        }
        #expect(error?.description.hasPrefix("[0].error is alone") == true)
    }

    @Test func capturedHeadersReadBackByTheirFields() throws {
        let packets = CapturedFrames.packets(of: "awdl-variants.pcap") + CapturedFrames.packets(of: "nan-sdf-naf.pcap")
        #expect(packets.count == 36)
        for bytes in packets {
            let text = RadiotapJSON.text(of: try packet(bytes))
            // Bytes that fields do not make would show themselves in a field of their own.
            #expect(!text.contains(#""content""#))
            #expect(try RadiotapJSON.values(from: text).map(self.bytes) == [bytes])
        }
    }

    @Test func anyHeaderReadsBack() throws {
        var random = SeededGenerator(seed: 0x4AD)
        for _ in 0..<1000 {
            var bytes = random.bytes(random.number(in: 8...90))
            (bytes[2], bytes[3]) = (UInt8(bytes.count), 0)
            guard let packet = try? packet(bytes) else { continue }
            let text = RadiotapJSON.text(of: packet)
            #expect(try RadiotapJSON.values(from: text).map(self.bytes) == [bytes], "\(text)")
        }
    }

    @Test(arguments: [
        // The second word announces nothing; it is a vendor's; the first one is empty.
        "00000d00200000a000000000c9", "00001200000000c000000000001122000000",
        "00000e00000000a020080000c401", "000015000000 00a0000000a0000000a020000000c4",
    ])
    func furtherWordsReadBack(hex: String) throws {
        let bytes = try #require(Hex.decode(hex.replacing(" ", with: "")))
        let text = RadiotapJSON.text(of: try packet(bytes))
        #expect(try RadiotapJSON.values(from: text).map(self.bytes) == [bytes], "\(text)")
    }

    /// Presence words as drivers write them: with few bits, none at all, those of vendors.
    @Test func headersOfSeveralNamespacesReadBack() throws {
        var random = SeededGenerator(seed: 0x4AE)
        for _ in 0..<3000 {
            var words: [UInt32] = []
            for _ in 0..<random.number(in: 1...4) {
                let bit = UInt32(1) << UInt32(random.number(in: 0...28))
                let next: UInt32 = random.pick([0xA000_0000, 0xA000_0000, 0xC000_0000, 0x8000_0000])
                words.append(random.pick([0, 0, 0x20, 0x820, bit]) | next)
            }
            words[words.count - 1] &= 0x5FFF_FFFF
            let content = random.bytes(random.number(in: 0...40)).map { $0 & random.pick([0, 0xFF]) }
            let header = RadiotapHeader(presence: words, content: content)
            let packet = RadiotapJSON.Packet(header: header, frame: random.bytes(random.number(in: 0...3)))
            let text = RadiotapJSON.text(of: packet)
            #expect(try RadiotapJSON.values(from: text).map(bytes) == [bytes(packet)], "\(text)")
        }
    }

    @Test func fieldsDecideWhatIsThere() throws {
        let packets = try RadiotapJSON.values(
            from: #"[{"rate": 6000000, "signal": -55, "flags": 16}, {"antennas": [{"signal": -60, "antenna": 1}]}]"#)
        #expect(packets.map(bytes).map(Hex.encode) == ["00000b0026000000100cc9", "00000e00000000a020080000c401"])
    }

    @Test(arguments: [
        (#"{"rate": 1}"#, "rate is not a multiple of 500000 bits per second"),
        (#"{"signal": -200}"#, "signal is not a whole number from -128 to 127"),
        (
            #"{"signal": -20, "present": [0]}"#,
            "present[0] contradicts the other members; leave one of them out"
        ),
        (#"{"vendors": []}"#, "content is missing, which data of vendors need"),
        (#"{"content": "00"}"#, "present is missing"), (#"{"color": 1}"#, "color is not known here"),
        (#"{"content": "00", "present": []}"#, "present has no number"),
        (
            #"{"content": "00000000", "present": [1, 2]}"#,
            "present makes a header that reads as another one"
        ),
        (
            #"{"content": "0000", "present": [2147483648]}"#,
            "present makes a header that cannot be read: radiotap presence at offset 8 needs 4 bytes, 2 are there "
                + "within the radiotap length"
        ),
        (
            #"{"antennas": [\#(String(repeating: "{}, ", count: 63)){}]}"#,
            "antennas makes a header that cannot be read: radiotap presence words at offset 260 is 65 bytes long, "
                + "the limit is 64"
        ),
    ])
    func whatMakesNoHeaderHasItsPlace(json: String, message: String) {
        do throws(WireJSONError) {
            _ = try RadiotapJSON.values(from: json)
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }
}
