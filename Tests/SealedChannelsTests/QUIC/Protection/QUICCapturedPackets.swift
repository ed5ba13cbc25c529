import TestSupport
@testable import SealedChannels

/// Packets of sessions that were recorded for this project, between aioquic's client and server, with what its key log
/// has. Connection IDs have eight bytes.
struct QUICCapturedPackets {
    /// A packet, cut out of its datagram, and what it has inside.
    struct Packet {
        let bytes: [UInt8]
        let number: UInt64
        let payload: [UInt8]
    }

    let version: QUICVersion
    let suite: TLSCipherSuite
    let secret: [UInt8]
    let packets: [Packet]
}

extension QUICCapturedPackets {
    /// ChaCha20-Poly1305, the client's side of the handshake: an ACK frame and its Finished.
    static let chaChaHandshake = QUICCapturedPackets(
        version: .v1, suite: TLSCipherSuite(rawValue: 0x1303),
        secret: hex("f7d6aac246308721759929435e5093ae7e619eac9af74565f6a57669abbec8f6"),
        packets: [
            Packet(
                bytes: hex(
                    """
                    e60000000108076b6891eb65687c08a80f2554fc6edb3c404079ff8f0740cecf82ceadf71f97acf8535d860dede9ace6
                    720b09d5e36f5a6232f344884408cf1ab14896cdd49050902c401dd5e3be47f66af5cc17b39fb2c547
                    """),
                number: 2,
                payload: hex(
                    "020140dc00000600402414000020b00db514d1326a6b72de80624cd5b69001b67069b9f2eb05f997de3a2f6e3f2f"))
        ])

    /// The same connection's application packets of the server: an ACK frame with a STREAM frame, then both alone.
    static let chaCha = QUICCapturedPackets(
        version: .v1, suite: TLSCipherSuite(rawValue: 0x1303),
        secret: hex("3e336f43a5f74c4aeaed51ae28611e6301cd1d16828df498392f9dad47146d91"),
        packets: [
            Packet(
                bytes: hex("4ea80f2554fc6edb3cb4d62277844102b5b04b7566d34594341e42cf8b3c8a2f2d55703ab25f470edc6ee568"),
                number: 3, payload: hex("02040f00010a00400825f2ea657b030000")),
            Packet(
                bytes: hex("67a80f2554fc6edb3c4fe15552ea8b9fcf8a8334d0a559454b70a5e03419e70c0491d2d60ceb3285"),
                number: 4, payload: hex("0e00084008163a12677b030000")),
            Packet(
                bytes: hex("7ca80f2554fc6edb3cb857de53f7c5f68851a6e1f140ef20f58d1598e4218346e6"),
                number: 5, payload: hex("020640cd0001")),
        ])

    /// Version 2 with AES-256-GCM, the client's side of the handshake.
    static let version2Handshake = QUICCapturedPackets(
        version: .v2, suite: TLSCipherSuite(rawValue: 0x1302),
        secret: hex("93e4f0f3bba8fdc055f5b7b5dec9700b2e954ab5e51b4c136724f23519a2f92fe39b0d0d4d052d3f03194522e816bdb7"),
        packets: [
            Packet(
                bytes: hex(
                    """
                    f76b3343cf08f9726924710f69960853881079c99afe7540502282d78d60177f3bb7fc43ec63bbb2215c138d80a19fea
                    b9192fd0cec7a265c33893082c611e5a7892ee18e340db3e8859065a3577a2aa925497103b790df8142dd07482baae85
                    16c0e90f3d14828fb9
                    """),
                number: 3,
                payload: hex(
                    """
                    020140d000000600403414000030c319788f24ad96987b0ae2f2e494d785d55c27b2cf2777300bbb8d5c50f2d946d104
                    acc4bafa31ad22cc6b531ba2d2f9
                    """))
        ])

    /// The same connection's application packets of the client.
    static let version2 = QUICCapturedPackets(
        version: .v2, suite: TLSCipherSuite(rawValue: 0x1302),
        secret: hex("16407715fae7d75af9e1d85698c89548a2f71791c6e57ff2e0da75bcc535d4bfa254f1bf7a0378d28bd0572ff06ae57b"),
        packets: [
            Packet(
                bytes: hex("64f9726924710f69963fa9cffb682fd03d7727268d55f21eb9507b6b79e6faee"),
                number: 5, payload: hex("0203120001")),
            Packet(
                bytes: hex("7df9726924710f6996bc90159f9d6ce8e447430a6f1451f431608f41e9de9be16985f815f67a5f"),
                number: 6, payload: hex("0a004008cfa6ab0190030000")),
            Packet(
                bytes: hex("5ef9726924710f69965cada904182dc3529c9d223ae67d432d068aeb2254790c"),
                number: 7, payload: hex("0205170001")),
            Packet(
                bytes: hex("44f9726924710f6996d3e246b7e7408ea6c943315addebd84ec23cfe22561114598be78d9a23e6bf"),
                number: 8, payload: hex("0e00084008ad00c30290030000")),
        ])

    /// AES-256-GCM with three key updates: packets 17 and before, 18 to 35, 36 to 38, 39 and after have the same keys. The last
    /// one closes the connection.
    static let keyUpdates = QUICCapturedPackets(
        version: .v1, suite: TLSCipherSuite(rawValue: 0x1302),
        secret: hex("6d821a758b4fec035525ddd10b6827596859bc0fbe5a5f32065d6377157a1b89de91db5d44b2698dcf7d791b28f5fa43"),
        packets: [
            Packet(
                bytes: hex("513f19f37ffde59d6dfe858443aa135fcb0c476d1f9e4d88e91512a294714da828"),
                number: 15, payload: hex("020d40bb0002")),
            Packet(
                bytes: hex("7f3f19f37ffde59d6d90fc38e16cce63a1a9926f4cd02f255b90e818e1891091fa"),
                number: 17, payload: hex("020f41350001")),
            Packet(
                bytes: hex("583f19f37ffde59d6d67a602059fb8f2ae7f213c4c531d16c473aa1b98f9892c59"),
                number: 18, payload: hex("021040b50002")),
            Packet(
                bytes: hex("653f19f37ffde59d6d632ddc60874e8c808fbf827fbb109519c0a45946005b04e1"),
                number: 33, payload: hex("021e40870003")),
            Packet(
                bytes: hex("5d3f19f37ffde59d6d5ee4e6f354431a555967658f5a1e621ed582f722f8ea227e"),
                number: 34, payload: hex("022042de0003")),
            Packet(
                bytes: hex("5b3f19f37ffde59d6d54cdfc33e892e20f9f9313ee619ceba3558c34607d512224"),
                number: 38, payload: hex("022341ea0002")),
            Packet(
                bytes: hex("673f19f37ffde59d6dc32bbc8a8444e425b1336dc01cc2d671ecdc111e92fa6202"),
                number: 39, payload: hex("022540bf0004")),
            Packet(
                bytes: hex("693f19f37ffde59d6d8c28b7f9644b855bb8120ab304a358e130da43a086"),
                number: 42, payload: hex("1d0000")),
        ])

    /// The Retry of that connection, which answers an Initial to this connection ID.
    static let retry = hex(
        """
        f00000000108657d51ca42566a4f08692ac77f993fe544c41e40fcfd41fd6b430182040bbe024f390969708cb403a435347800fa5de9
        d9d4bdf2fa1c642744f5bc222a62c6b5a1e5e8e72eb68ba77031e1803d2cb56388b4b19b2258ada6c7c4e75bd32c
        """)
    static let retriedConnectionID = hex("26f139a8181d4028")

    /// AES-256-GCM, a 0-RTT packet: the first bytes of stream 0.
    static let earlyData = QUICCapturedPackets(
        version: .v1, suite: TLSCipherSuite(rawValue: 0x1302),
        secret: hex("8ae31c1d6ed37674825e229053eb065821236d710ee2e3b5fb1d132483347863b10e92c2bff1f36dbc98c54cad8d0563"),
        packets: [
            Packet(
                bytes: hex(
                    """
                    da00000001082ebdc4da2d568c71083e25471812e05adc40cc3b76437d7972dd0007beb2b7876b740faa754626766c98
                    da5386cf800bc441a24963277ecb87f57707fb3b2e94fdcffd5d34d9b56b986d963a3c6ed54780acb3d22b482e44c9a3
                    948f6d09108747637868c39810f977c6b32651c49f032b1cb355667cbf6cb14a326fd0f3ca1df03d6823dcf4131e93f7
                    b75a5babd4531fa4e4a9fd6eab806f27411950e706d0897ed1e301194aa37539c16a840e3a215568fa261cbbc48d83d5
                    2368b474a51c985e44b5ab9367020d096b4f31d0af498bc827ad9e9966cd331c6909b9dadf
                    """),
                number: 1,
                payload: hex(
                    """
                    0a0040b6000000b27b2274797065223a7b226964656e74696669636174696f6e223a7b22706565724944223a22344246
                    30463443462d383032372d343146382d383845332d324344413733453338433941222c22646973706c61794e616d6522
                    3a22556c6c61227d7d2c2273656e6465724944223a2234424630463443462d383032372d343146382d383845332d3243
                    44413733453338433941222c2274696d657374616d70223a3831373034383332392e343937323335387d
                    """))
        ])
}
