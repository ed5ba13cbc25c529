import PacketCapture
import Testing

@Suite struct LinkTypeTests {
    @Test(
        arguments: [
            (1, "ETHERNET"), (101, "RAW"), (113, "LINUX_SLL"), (127, "IEEE802_11_RADIOTAP"), (276, "LINUX_SLL2"),
            (147, "USER0"), (400, "LINKTYPE_400"), (65535, "LINKTYPE_65535"),
        ] as [(UInt16, String)])
    func hasTheNameOfTheRegistry(number: UInt16, name: String) {
        #expect(LinkType(rawValue: number).name == name)
        #expect("\(LinkType(rawValue: number))" == name)
    }
}
