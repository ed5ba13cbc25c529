import Testing
import WireCoding
import WirelessFrames

@Suite struct NANServiceIDTests {
    @Test(arguments: [
        ("org.example.photos", "94f9f392d799"), ("_http._tcp", "e857c5244651"), ("_ipp._tcp", "bfd39037d25c"),
        ("Com.Example.GAME", "c3460848847e"), ("com.example.game", "c3460848847e"),
    ])
    func isTheHashOfTheNameInLowerCase(name: String, id: String) {
        #expect(NANServiceID(name: name).description == id)
    }

    @Test func isWrittenAsItWasRead() throws {
        let bytes = Frames.bytes("94f9f392d799")
        var input = ByteReader(bytes.span)
        let id = try NANServiceID(parsing: &input)
        #expect(id.rawValue == 0x94F9_F392_D799)
        var output = ByteWriter()
        id.serialize(into: &output)
        #expect(output.bytes == bytes)
    }
}
