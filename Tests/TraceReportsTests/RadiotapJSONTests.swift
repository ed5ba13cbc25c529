import Testing
import WireCoding
import WireTesting
import WirelessFrames

@testable import TraceReports

@Suite struct RadiotapJSONTests {
    private func packet(_ bytes: [UInt8]) throws(WireError) -> RadiotapJSON.Packet {
        var input = ByteReader(bytes.span)
        let header = try RadiotapHeader(parsing: &input)
        return RadiotapJSON.Packet(header: header, frame: input.readRemainingBytes())
    }

    private func bytes(_ packet: RadiotapJSON.Packet) -> [UInt8] {
        var output = ByteWriter()
        packet.serialize(into: &output)
        return output.bytes
    }

    @Test func capturedHeadersReadBackByTheirFields() throws {
        let packets = CapturedFrames.packets(of: "awdl-variants.pcap") + CapturedFrames.packets(of: "nan-sdf-naf.pcap")
        #expect(packets.count == 36)
        for bytes in packets {
            let text = RadiotapJSON.text(of: try packet(bytes))
            // Bytes that fields do not make would show themselves in a field of their own.
            #expect(!text.contains(#""content""#))
            #expect(try RadiotapJSON.packets(from: text).map(self.bytes) == [bytes])
        }
    }

    @Test func anyHeaderReadsBack() throws {
        var random = SeededGenerator(seed: 0x4AD)
        for _ in 0..<1000 {
            var bytes = random.bytes(random.number(in: 8...90))
            (bytes[2], bytes[3]) = (UInt8(bytes.count), 0)
            guard let packet = try? packet(bytes) else { continue }
            let text = RadiotapJSON.text(of: packet)
            #expect(try RadiotapJSON.packets(from: text).map(self.bytes) == [bytes], "\(text)")
        }
    }

    @Test func fieldsDecideWhatIsThere() throws {
        let packets = try RadiotapJSON.packets(
            from: #"[{"rate": 6000000, "signal": -55, "flags": 16}, {"antennas": [{"signal": -60, "antenna": 1}]}]"#)
        #expect(packets.map(bytes).map(Hex.encode) == ["00000b0026000000100cc9", "00000e00000000a020080000c401"])
    }

    @Test(arguments: [
        (#"{"rate": 1}"#, "rate is no multiple of 500000 bits per second"),
        (#"{"signal": -200}"#, "signal is not a whole number from -128 to 127"),
        (
            #"{"signal": -20, "present": [0]}"#,
            "present[0] says another thing than what stands beside it; leave one of them out"
        ),
        (#"{"vendors": []}"#, "content is missing, which data of vendors need"),
        (#"{"content": "00"}"#, "present is missing"), (#"{"colour": 1}"#, "colour is not known here"),
    ])
    func whatMakesNoHeaderHasItsPlace(json: String, message: String) {
        do throws(DNSMessageJSONError) {
            _ = try RadiotapJSON.packets(from: json)
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }
}
