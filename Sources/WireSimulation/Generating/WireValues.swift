import DNSWire
import MultipeerWire
import PeerMessaging
import SealedChannels
import ServiceDiscovery
import WireCoding
import WireTesting
import WirelessFrames

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
extension QUICInitialFrame: WireValue {}
extension QUICTransportParameters: WireValue {}
extension QUICFrame: WireValue where Bytes == [UInt8] {}
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
extension MultipeerPeerID: WireValue {}
extension MultipeerMessageHeader: WireValue {}
extension MultipeerMessage: WireValue {}
extension MultipeerHello: WireValue {}
extension MultipeerInvitation: WireValue {}
extension MultipeerAnswer: WireValue {}
extension MultipeerAddressMessage: WireValue {}
extension MultipeerConnectionData: WireValue {}
extension MultipeerAddressList: WireValue {}
extension MultipeerAddressSegment: WireValue {}
extension MultipeerCheck: WireValue {}
extension MultipeerCheckAttribute: WireValue {}
extension MultipeerSealedRecord: WireValue {}
extension MultipeerPacketHeader: WireValue {}
extension MultipeerPacket: WireValue {}
extension MultipeerNode: WireValue {}
extension MultipeerDatagram: WireValue {}
extension MultipeerSessionHello: WireValue {}
extension MultipeerLinkDatabase: WireValue {}
extension MultipeerLinkState: WireValue {}
extension MultipeerLinkStateAck: WireValue {}
extension MultipeerDelivery: WireValue {}
extension MultipeerHeartbeat: WireValue {}
extension BinaryPropertyList.Value: WireValue {}

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
