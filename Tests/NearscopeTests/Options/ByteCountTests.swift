import Testing

@testable import nearscope

@Suite struct ByteCountTests {
    @Test func decimalAndBinaryUnits() {
        #expect(ByteCount("4096")?.bytes == 4096 && ByteCount("12B")?.bytes == 12)
        #expect(ByteCount("16MB")?.bytes == 16_000_000 && ByteCount("16 MiB")?.bytes == 16_777_216)
        #expect(ByteCount("1.5kB")?.bytes == 1500 && ByteCount("64kib")?.bytes == 65_536)
        #expect(ByteCount("2GB")?.bytes == 2_000_000_000 && ByteCount("1GiB")?.bytes == 1 << 30)
    }

    @Test(arguments: ["", "MB", "-1", "1.5", "16M", "16Mbit", "9223372036854775807GB", "0x10"])
    func anythingElseIsNone(_ text: String) {
        #expect(ByteCount(text) == nil)
    }

    @Test func errorsSayWhatIsAccepted() throws {
        let outcome = try BuiltTool.run("x.pcap", "--max-frame", "16 megs")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("expected a size such as 16MiB (B, kB, MB, GB, KiB, MiB or GiB;"))
    }

    @Test func aLimitWithAUnitIsTheSameNumber() throws {
        let capture = BuiltTool.fixture("mesh2-bad-frames.victim.pcap")
        let plain = try BuiltTool.run(capture, "--max-frame", "16777216", "--format", "json")
        #expect(try BuiltTool.run(capture, "--max-frame", "16MiB", "--format", "json").output == plain.output)
        #expect(try plain.output != BuiltTool.run(capture, "--format", "json").output)
    }
}
