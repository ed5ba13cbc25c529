import PacketCapture
import Testing

@Suite struct LinkTypeNamesTests {
    @Test(
        arguments: [
            (1, "ETHERNET"), (146, "IBM_SN"), (147, "USER0"), (162, "USER15"), (163, "IEEE802_11_AVS"),
            (296, "AUERSWALD_LOG"),
            (297, "LINKTYPE_297"),
        ] as [(UInt16, String)])
    func nameIsThatOfTheRegistry(number: UInt16, name: String) {
        #expect(LinkType(rawValue: number).name == name)
    }
}
