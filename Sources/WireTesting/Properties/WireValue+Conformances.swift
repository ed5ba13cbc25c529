import DNSWire
import ServiceDiscovery
import WireCoding

extension DNSName: WireValue {}
extension Question: WireValue {}
extension ResourceRecord: WireValue {}
extension TXTRecord: WireValue {}

extension DNSMessage: WireValue {
    /// Writes the message as multicast DNS does, with as many pointers as there can be.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try serialize(into: &output, compression: .multicast)
    }
}
