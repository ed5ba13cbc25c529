import Foundation
import Testing

@Suite struct EncodeAWDLCommandTests {
    @Test func aCaptureHasWholeFrames() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "frames.pcap").path
        let text = """
            [{"subtype": "MIF", "tlvs": [{"type": 21, "version": "3.4", "deviceClass": 1},
                                         {"type": 16, "hostName": "lab.local"}]},
             {"etherType": 34525, "sequenceNumber": 5, "packet": "600000000000 3b40\(String(repeating: "00", count: 32))"}]
            """
        let outcome = try BuiltTool.run("encode", "awdl", "--pcap", path, "--source", "02:00:00:00:00:07", text)
        #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.errors.isEmpty)
        let frames = try BuiltTool.run("frames", path).text.split(separator: "\n")
        #expect(frames.count == 2)
        #expect(frames[0].contains("address2=02:00:00:00:00:07") && frames[0].contains("hostName=lab.local"))
        #expect(frames[1].contains("| awdlData@") && frames[1].contains("sequenceNumber=5 form=short"))
        #expect(!frames.joined().contains("malformed"))
    }

    @Test func whatMakesNoFrameIsTold() throws {
        let outcome = try BuiltTool.run("encode", "awdl", #"{"subtype": "MIF", "tlvs": [{"type": 21}]}"#)
        #expect(outcome.status == 65 && outcome.text.isEmpty)
        #expect(outcome.errors == "nearscope: argument: tlvs[0].version is missing\n")
        let long = #"{"subtype": "MIF", "tlvs": [{"type": 28, "value": "\#(String(repeating: "00", count: 65_536))"}]}"#
        let folder = try TemporaryFolder()
        let path = folder.file("long.json").path
        try Data(long.utf8).write(to: folder.file("long.json"))
        let refused = try BuiltTool.run("encode", "awdl", "--file", path)
        #expect(refused.status == 65 && refused.text.isEmpty)
        #expect(
            refused.errors
                == "nearscope: \(path): tlvs[0] cannot be written: AWDL TLV at offset 3 is 65536 bytes long, the limit is 65535\n"
        )
        #expect(try BuiltTool.run("encode", "awdl", "--source", "here", "{}").status == 64)
    }
}
