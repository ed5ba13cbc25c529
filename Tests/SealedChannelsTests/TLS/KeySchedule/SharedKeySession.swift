import TestSupport

/// A session of TLS 1.3 with a shared key alone (`psk_ke`), TLS_AES_128_GCM_SHA256, between OpenSSL 3.0's `s_client` and
/// `s_server`, which share no group: `-psk 4041…5f -psk_identity Client_identity -allow_no_dhe_kex`. Each element is a
/// record.
enum SharedKeySession {
    static let key = hex("404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f")
    /// As the client logged it.
    static let clientHandshakeTraffic = hex("472ac023433a9d6151d1c220aef89483237e670f1d81399fc9db421354cd598a")
    /// As the client logged it.
    static let serverHandshakeTraffic = hex("8c14035982c4ff336143e048cf62b0e2ff2598de917eaa26b74b660e02f9ece0")
    /// As the client logged it.
    static let clientTraffic = hex("fdf280487d8c0eb6f9b359026dac54749df8b813367358d916b7120ad399d28d")
    /// As the client logged it.
    static let serverTraffic = hex("5f0facfbb4a85a1c26a64dd5990494d20cb52aad49b175d153f25514c1e45667")
    /// ClientHello, Finished, a line of text.
    static let client = [
        hex(
            """
            160301012601000122030330c4272126cac45ce4d7c2a7ae605263b43be39d5b7ad030721d18eb2f96d75720900c288de70b4d080fad
            752324b8a3ce81e4df53e36daf5e8ac30b3c14da03f30004130100ff010000d5000b000403000102000a000400020017002300000016
            000000170000000d001e001c040305030603080708080809080a080b080408050806040105010601002b0003020304002d0003020100
            003300470045001700410422393e154f6c4f231dc0f16b3df6695fe249172088058e5e82469c2e1c605b31e44fcdcf62ca6fdc6c3f8e
            56a9bdb29485a41fa7f666ec7f4c1bd71f79a25c2d0029003a0015000f436c69656e745f6964656e7469747900000000002120b03988
            415902512a2429570bb74589511fb99e4cb070bf0146e5759686ba8085
            """),
        hex(
            """
            1703030035a6a970ad224563187a6454738731685b407d6d95a2d5cb6c6f6a804a42593a9f002772a27eb29bfdd63510b8e44b91d9c5
            9b80f9b9
            """),
        hex("170303001ea2f374d1ee89c46ec6c6e22a6f9dd17e7bfeb61fd85ddde50ff6a016abc9"),
    ]
    /// ServerHello, EncryptedExtensions, Finished.
    static let server = [
        hex(
            """
            1603030058020000540303ba8ef7de436efaea678a0533e4e6e0a15fe1ddc8998f3c20af00c4563b633fdb20900c288de70b4d080fad
            752324b8a3ce81e4df53e36daf5e8ac30b3c14da03f3130100000c002b00020304002900020000
            """),
        hex("170303001775b2d3b72ca1a8d61e726625399f380c26d44c821f28e2"),
        hex(
            """
            17030300354dd8cf0edb7ee122db7850fe482afbfae09cc8eaf85c7d969d91681688ad11d48979ea82713d0a4c1b82555861d2b7514c
            8422a524
            """),
    ]
}
