import DNSWire
import MultipeerWire
import PeerMessaging
import ServiceDiscovery
import Testing
import WireCoding
import WireSimulation
import WireTesting
import WirelessFrames
import SealedChannels

/// A failure that was reported with its seed can be repeated with every version of the same minor number only if generators
/// go on making the same bytes. A new record type or element changes them: such a number is pinned anew in a minor version.
@Suite struct GeneratorBytesTests {
    /// FNV-1a (64 bits) of the wire forms of the first values of seed 1, each behind its length.
    private func sum<Value: WireValue>(_ generator: Generator<Value>) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for bytes in generator.wireForms.values(seed: 1, count: 200) {
            let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
            for byte in length + bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return sum
    }

    @Test func namesAndRecords() {
        #expect(sum(Generator<DNSName>.plausible) == 0xFB80_1638_82F4_1E4A)
        #expect(sum(Generator<DNSName>.extreme) == 0x1DBE_58CD_CAAF_BF19)
        #expect(sum(Generator<Question>.plausible) == 0x0C28_A9BE_5544_5B0A)
        #expect(sum(Generator<Question>.extreme) == 0x4F81_1FBB_4CE7_30CD)
        #expect(sum(Generator<ResourceRecord>.plausible) == 0x880F_7C07_AA98_A829)
        #expect(sum(Generator<ResourceRecord>.extreme) == 0x2467_AAE9_0538_55CD)
        #expect(sum(Generator<DNSMessage>.plausible) == 0x688F_6142_A5CC_09DF)
        #expect(sum(Generator<DNSMessage>.extreme) == 0xDEC4_D8F6_3466_18EE)
        #expect(sum(Generator<TXTRecord>.plausible) == 0x8920_AE17_B9B6_72D4)
        #expect(sum(Generator<TXTRecord>.extreme) == 0x2E6C_1E17_6AF0_C6AE)
        #expect(sum(Generator<ServiceBinding>.plausible) == 0x16FC_2BB8_3B95_1AF7)
        #expect(sum(Generator<ServiceBinding>.extreme) == 0x0241_7C5F_91F0_8DAA)
        #expect(sum(Generator<OwnerOption>.plausible) == 0xC16F_C906_BD7A_5593)
        #expect(sum(Generator<OwnerOption>.extreme) == 0xD841_EBF1_216B_BAB4)
    }

    @Test func messagesAndHellos() {
        #expect(sum(Generator<EchoProbe>.plausible) == 0x3E2F_C71E_6149_07C8)
        #expect(sum(Generator<EchoProbe>.extreme) == 0xC099_6916_AA1E_72ED)
        #expect(sum(Generator<EchoDataPacket>.plausible) == 0x9397_C62E_6A59_E297)
        #expect(sum(Generator<EchoDataPacket>.extreme) == 0xFFC0_FEB3_DA7C_DC5F)
        #expect(sum(Generator<ClientHello>.plausible) == 0x3B8C_A26B_5B82_D6FA)
        #expect(sum(Generator<ClientHello>.extreme) == 0x3463_6368_225C_26ED)
        #expect(sum(Generator<ServerHello>.plausible) == 0x7989_7CF5_B15D_F09E)
        #expect(sum(Generator<ServerHello>.extreme) == 0x3998_00CF_14E9_47EB)
        #expect(sum(Generator<TLSExtension>.plausible) == 0x16E8_22E2_32C5_687E)
        #expect(sum(Generator<TLSExtension>.extreme) == 0x973C_0313_2F6B_5422)
        #expect(sum(Generator<TLSRecordHeader>.plausible) == 0x7123_F484_AB84_B656)
        #expect(sum(Generator<TLSRecordHeader>.extreme) == 0x531E_86FC_C07C_6B95)
        #expect(sum(Generator<TLSAlert>.plausible) == 0x6C37_3A44_DC1B_F17B)
        #expect(sum(Generator<TLSAlert>.extreme) == 0x2D17_E27D_C6F6_A60F)
        #expect(sum(Generator<DTLSRecordHeader>.plausible) == 0x0FD8_2639_BF1D_6A43)
        #expect(sum(Generator<DTLSRecordHeader>.extreme) == 0x7373_C8E8_0DEE_89F3)
        #expect(sum(Generator<DTLSHandshakeHeader>.plausible) == 0xAA36_4C14_D162_70F6)
        #expect(sum(Generator<DTLSHandshakeHeader>.extreme) == 0x1539_6014_D01C_072A)
        #expect(sum(Generator<QUICInitialFrame>.plausible) == 0x20EF_6E09_5DE3_215D)
        #expect(sum(Generator<QUICInitialFrame>.extreme) == 0x8F85_9AD6_BBDF_0689)
        #expect(sum(Generator<QUICOwnedFrame>.plausible) == 0x1E71_0E1F_D606_D3A8)
        #expect(sum(Generator<QUICOwnedFrame>.extreme) == 0xF4BB_B72A_6B8D_4A43)
        #expect(sum(Generator<QUICTransportParameters>.plausible) == 0x2421_D36F_D24D_F338)
        #expect(sum(Generator<QUICTransportParameters>.extreme) == 0x1213_6DB3_CC58_8AF9)
        #expect(sum(Generator<STUNMessageHeader>.plausible) == 0x8E2E_157A_CD37_7153)
        #expect(sum(Generator<STUNMessageHeader>.extreme) == 0xE852_7379_C01F_DEFF)
    }

    @Test func multipeer() {
        #expect(sum(Generator<MultipeerPeerID>.plausible) == 0x7732_594E_0EE0_2159)
        #expect(sum(Generator<MultipeerPeerID>.extreme) == 0x6185_A600_3CE4_09BB)
        #expect(sum(Generator<BinaryPropertyList.Value>.plausible) == 0x7068_1A2C_644C_3BCF)
        #expect(sum(Generator<BinaryPropertyList.Value>.extreme) == 0x7BB0_32C8_B808_B27E)
        #expect(sum(Generator<MultipeerMessageHeader>.plausible) == 0x2EBC_93ED_2B67_526B)
        #expect(sum(Generator<MultipeerMessageHeader>.extreme) == 0x2935_3054_E420_5403)
        #expect(sum(Generator<MultipeerHello>.plausible) == 0x465F_1CE2_4B54_6CA1)
        #expect(sum(Generator<MultipeerHello>.extreme) == 0x3039_59D3_EE8B_6EF7)
        #expect(sum(Generator<MultipeerInvitation>.plausible) == 0xBCC4_CA09_2A21_D67B)
        #expect(sum(Generator<MultipeerInvitation>.extreme) == 0x5B6C_746B_55E9_3EAB)
        #expect(sum(Generator<MultipeerAnswer>.plausible) == 0x9332_0385_608E_5F5B)
        #expect(sum(Generator<MultipeerAnswer>.extreme) == 0x940A_FB01_F789_39BF)
        #expect(sum(Generator<MultipeerAddressMessage>.plausible) == 0x3362_3A2E_A1DF_7828)
        #expect(sum(Generator<MultipeerAddressMessage>.extreme) == 0x6A2A_BEAB_20E6_6A52)
        #expect(sum(Generator<MultipeerMessage>.plausible) == 0x5FF9_9393_D9F7_EE5D)
        #expect(sum(Generator<MultipeerMessage>.extreme) == 0x2076_D2EB_96B7_7B04)
        #expect(sum(Generator<MultipeerConnectionData>.plausible) == 0xF4A9_4345_DB0B_B431)
        #expect(sum(Generator<MultipeerConnectionData>.extreme) == 0xE20E_D06F_0B44_D24C)
        #expect(sum(Generator<MultipeerCheck>.plausible) == 0x240D_A94E_AABD_EF68)
        #expect(sum(Generator<MultipeerCheck>.extreme) == 0x469F_56EA_1282_7D26)
        #expect(sum(Generator<MultipeerSealedRecord>.plausible) == 0xEE48_B39E_C9D1_CC81)
        #expect(sum(Generator<MultipeerSealedRecord>.extreme) == 0x6012_7DD6_ACA9_2988)
        #expect(sum(Generator<MultipeerPacket>.plausible) == 0x3195_773C_5266_CB51)
        #expect(sum(Generator<MultipeerPacket>.extreme) == 0xBBFE_A9CB_AC44_F776)
        #expect(sum(Generator<MultipeerDatagram>.plausible) == 0x81A0_4599_48BD_09E8)
        #expect(sum(Generator<MultipeerDatagram>.extreme) == 0xCCCE_A08A_6D57_31F5)
    }

    @Test func radioHeaders() {
        #expect(sum(Generator<RadiotapHeader>.plausible) == 0xA75D_5CB6_69F6_0587)
        #expect(sum(Generator<RadiotapHeader>.extreme) == 0x2426_7F92_5515_727B)
        #expect(sum(Generator<PPIHeader>.plausible) == 0xEBAA_BB84_1547_020A)
        #expect(sum(Generator<PPIHeader>.extreme) == 0x3B85_72FD_13D1_9E16)
        #expect(sum(Generator<PPICommonField>.plausible) == 0x3B0F_4D77_6837_6249)
        #expect(sum(Generator<PPICommonField>.extreme) == 0x149D_3BB9_0DFE_B6F9)
        #expect(sum(Generator<PrismHeader>.plausible) == 0x5C63_63AE_45C1_E69B)
        #expect(sum(Generator<PrismHeader>.extreme) == 0xFD5D_9B7A_540F_4EE6)
        #expect(sum(Generator<AVSHeader>.plausible) == 0x9D27_3149_27D6_3C27)
        #expect(sum(Generator<AVSHeader>.extreme) == 0x29CA_AD1E_764D_655D)
    }

    @Test func wirelessFrames() {
        #expect(sum(Generator<IEEE80211Frame>.plausible) == 0x3047_70DA_25B1_8ECA)
        #expect(sum(Generator<IEEE80211Frame>.extreme) == 0x5C04_FF38_73A0_214A)
        #expect(sum(Generator<InformationElement>.plausible) == 0x398A_7D18_F0C0_3663)
        #expect(sum(Generator<InformationElement>.extreme) == 0x22EE_5893_C1D8_EE97)
        #expect(sum(Generator<AWDLActionFrame>.plausible) == 0x512D_CEE2_F851_3300)
        #expect(sum(Generator<AWDLActionFrame>.extreme) == 0x37A2_47EF_1BBE_E53C)
        #expect(sum(Generator<AWDLTLV>.plausible) == 0xA537_2F5F_B8CB_C328)
        #expect(sum(Generator<AWDLTLV>.extreme) == 0x15F4_C894_E098_8F52)
        #expect(sum(Generator<AWDLDataHeader>.plausible) == 0x8C9F_B2EC_18F1_F82D)
        #expect(sum(Generator<AWDLDataHeader>.extreme) == 0x0609_C4CA_11F2_7601)
        #expect(sum(Generator<NANAttribute>.plausible) == 0x5538_869B_BBDF_1636)
        #expect(sum(Generator<NANAttribute>.extreme) == 0x8C8E_6915_8433_0C89)
        #expect(sum(Generator<NANGenericServiceInfo>.plausible) == 0x8E19_24E5_2391_4237)
        #expect(sum(Generator<NANGenericServiceInfo>.extreme) == 0x173A_CE6A_1A20_18B6)
    }
}
