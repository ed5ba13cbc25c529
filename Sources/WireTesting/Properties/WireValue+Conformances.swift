import DNSWire
import PeerMessaging
import ServiceDiscovery
import WireCoding
import WirelessFrames
import SealedChannels

extension DNSName: WireValue {}
extension Question: WireValue {}
extension ResourceRecord: WireValue {}
extension ServiceBinding: WireValue {}
extension OwnerOption: WireValue {}
extension TXTRecord: WireValue {}
extension EchoProbe: WireValue {}
extension EchoDataPacket: WireValue {}
extension ServerHello: WireValue {}
extension TLSExtension: WireValue {}
extension TLSRecordHeader: WireValue {}
extension TLSAlert: WireValue {}
extension DTLSRecordHeader: WireValue {}
extension DTLSHandshakeHeader: WireValue {}
extension STUNMessageHeader: WireValue {}
extension RadiotapHeader: WireValue {}
extension PPIHeader: WireValue {}
extension PPICommonField: WireValue {}
extension PrismHeader: WireValue {}
extension AVSHeader: WireValue {}
extension InformationElement: WireValue {}
extension AWDLActionFrame: WireValue {}
extension AWDLTLV: WireValue {}
extension AWDLDataHeader: WireValue {}
extension NANAttribute: WireValue {}
extension NANGenericServiceInfo: WireValue {}

extension DNSMessage: WireValue {
    /// Writes the message as multicast DNS does, with as many pointers as there can be.
    public func serialize(into output: inout ByteWriter) throws(WireError) {
        try serialize(into: &output, compression: .multicast)
    }
}

extension IEEE80211Frame: WireValue {
    /// Reads all that is left as a whole frame without padding and check sequence.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try self.init(parsing: &input, flags: [], isCut: false)
    }
}

extension ClientHello: WireValue {
    /// Reads the whole body of a message of TLS, whose hello has no cookie.
    public init(parsing input: inout ByteReader) throws(WireError) {
        try self.init(parsing: &input, isDatagram: false)
    }
}
