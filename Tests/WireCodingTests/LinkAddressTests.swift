import Testing
import WireCoding

@Suite struct LinkAddressTests {
    @Test func sixBytesWrittenWithColons() {
        let address = LinkAddress(rawValue: 0x024D_444E_5301)
        #expect(address.description == "02:4d:44:4e:53:01")
        var writer = ByteWriter()
        address.serialize(into: &writer)
        #expect(writer.bytes == [0x02, 0x4D, 0x44, 0x4E, 0x53, 0x01])
    }

    @Test func theUpper16BitsAreDropped() {
        #expect(LinkAddress(rawValue: 0xFFFF_0000_0000_0001) == LinkAddress(rawValue: 1))
    }

    @Test func groupAddresses() {
        #expect(LinkAddress(rawValue: 0x0100_5E00_00FB).isGroup)
        #expect(LinkAddress(rawValue: 0xFFFF_FFFF_FFFF).isGroup)
        #expect(!LinkAddress(rawValue: 0x024D_444E_5301).isGroup)
    }

    @Test func theySortByValue() {
        #expect(LinkAddress(rawValue: 1) < LinkAddress(rawValue: 0x0100_0000_0000))
    }
}
