import TestSupport

/// Flights and records of sessions that were recorded for this project, between OpenSSL's client and server. Each
/// element is a segment or a datagram, as a peer sent it.
enum CapturedSessions {
    /// TLS 1.2 with a key shared beforehand, of the passcode 2468 and the identity TicTacToe, and the extended master
    /// secret: TLS_PSK_WITH_AES_128_GCM_SHA256. Client, server, client, server, then one record of data from each.
    static let preSharedKey: [[UInt8]] = [
        hex(
            """
            160301006b0100006703035a8763b84a06f705a19747a567c6433102cb83276afde05a3b31e24faffc861400000400a800ff010000
            3a002300000016000000170000000d002a0028040305030603080708080809080a080b080408050806040105010601030303010302
            040205020602
            """),
        hex(
            """
            16030300390200003503035cf4e8f58f9c69ca9b699f37ca34945bac84c7fc47a9c58e3abc08e3ce2064080000a800000dff010001
            00002300000017000016030300040e000000
            """),
        hex(
            """
            160303000f1000000b0009546963546163546f651403030001011603030028a4c5d232387a25028045ddf1bb22db2bd8c3f181184b
            7a66c532ca1010b144e658917ef92c27d5cb
            """),
        hex(
            """
            16030300ba040000b600001c2000b0313af9d88a87986810040fc8f817528cee1c19631d54a3aa95641ec7fc446b4721db6b33622d
            34bddaf5fd9f99e8aae86bfdee5c6559b36db154c36692948ae70066f6c0e632656678c6bd2af66c41d818da8848c05fb0a03d4b03
            5230ae6d6c76e88319317712678be0d7135405477e0326b37089bd10b78e32c9fd137a01a71dccebae60da50c966205f667d22588f
            16a76b3a8843f37a51a868620767a60a4ba5f09537ee9fa88f89eb6c2590929c14030300010116030300280420218c436e0b525881
            cd669e9d8dc3aa698ef632cbfadae37f6620f2625dd00b6e87b3a242a0ed
            """),
        hex(
            """
            17030300cda4c5d232387a250340cdebf5a56ea6ab42aba972b7b84fcb184f1b1c744436c2fdaf9703bcb2b8060da3b123eec80b37
            1cf6369ac7cd5df01cfcf6379329012efa500905c25a1c95f91b63a27dfee44d0c0a5811be5fe19fd08e1981bcac46148da0542ef3
            ad34f5ac11d5face2d7698caec0c65e23e575290dcc2445066ccd15e767c2f9aaa42c1551718954c38f45e8f4326d3869045f9f32c
            19e90f4211329ea8e9c15d0c128ea524f893904951c1797125c65d3d9884f7a60ead168e90ab3eec771483cdab5f787c6c1fe2
            """),
        hex(
            """
            17030300ce0420218c436e0b5395fc5c9850e9e5c1361dff04699938d0627846dc4e28b257318ccc3bb251b2717721ca42e6794b24
            2a2068947dd3114cb230be2b86a7b4e19c4229b20c3d8c60890d72e8e851876d450af2f51bffba0b22cec27d16feb9be5c76400ea3
            bc1d5a59ecafbd3731bda2ae677c862cb8a11174ce3bb44368846f9583acddcc41c8cf7e2ceaa340cdcf1471e8e2121ecaac84357f
            f167f5220ce457b6e9bdc56678b21b398da52c2f1ececd8ff91a85fb6670c8c23b8b547a01e1c26989458e85d4288136f5e3dca7
            """),
    ]
    /// What the peer logged as its master secret.
    static let preSharedKeyMaster = hex(
        """
        500af60c275b7d1747edd4faf26743ded3a4669d4201bc24d546e04692aa97136783cfe62a50f04521356e4d0e0b02df
        """)

    /// DTLS 1.2 in the same way, of the passcode 4711. Client, server, client, server, then a record of data from the
    /// client.
    static let datagrams: [[UInt8]] = [
        hex(
            """
            16feff00000000000000000074010000680000000000000068fefd7c9ea07cc5cf25bf60921ba4c43e71f010cefd672da5b4adbc73
            c28b46001ef80000000400a800ff0100003a002300000016000000170000000d002a0028040305030603080708080809080a080b08
            0408050806040105010601030303010302040205020602
            """),
        hex(
            """
            16fefd00000000000000000041020000350000000000000035fefdeb6ece70629b480f0bffa45c3c9797666bb46d02cb0137f077d2
            e220af9f44780000a800000dff01000100002300000017000016fefd0000000000000001000c0e0000000001000000000000
            """),
        hex(
            """
            16fefd000000000000000100171000000b000100000000000b0009546963546163546f6514fefd000000000000000200010116fefd
            00010000000000000030efdfb98b6448f7005905549dcbb6aae853278bf2b69213a0ddb9b352d2b546b5443c7559d1a2e3cfcb454e
            70584800f9
            """),
        hex(
            """
            16fefd000000000000000200c2040000b600020000000000b600001c2000b03dc8d0c8daced07f8b74d58353f6d93a8e59794efc5c
            592e3aebbfafa6b6286d59ea9e6ffaa7ae8c0b1553dc1ef29ec7f67f8b6474215f533ca7235525d14168d08a78b8be2e5e1535d51a
            14bbff1ec9e9f6c603588685d5a02d2aeb1b2a2e1bb7d88f880611bcb47790bcf7ce54cc093ae01155a7ee390ea1c87167029eb9cc
            b520f463daa1fb9e3589fdbe0a7dc6daddde21153da275bcff1ceb53db400802c69c21a4efbfcc736eb43962f633b1de14fefd0000
            00000000000300010116fefd00010000000000000030207d73bf6cbc2299ad780a6cc5134324aa4139f4461c846c62c39206f45403
            ae9cc22f86fa0a65a07f156e559e307f9c
            """),
        hex(
            """
            17fefd0001000000000001002defdfb98b6448f701e14ad2e627b05a1ce57840e0eb86ee320c23e018dc54e47ebb05544d6996e1ce
            af4d48d0d1
            """),
    ]
    /// What the peer logged as its master secret.
    static let datagramsMaster = hex(
        """
        ee23aecd4b2ab8fab241c9f1b902802302a0a27fe808a0a53a4f578c4e31ded4d44844a7394fd2d0a8873f5436b0080b
        """)

    /// A session of which randoms, secrets and single records are kept.
    struct Excerpt {
        let suite: UInt16
        let clientRandom: [UInt8]
        let serverRandom: [UInt8]
        let keyLog: String
        /// The client's first record of data, behind its Finished.
        let clientRecord: [UInt8]
        let serverRecord: [UInt8]
        var encryptThenMAC = false
    }

    /// TLS 1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384.
    static let gcm256 = Excerpt(
        suite: 0xC02C, clientRandom: hex("e120bfb3e67f7ca9baa9832de38b9c419d037c9b206026dc9421ff925a8647ca"),
        serverRandom: hex("2b3abaedfd414adb3fc68963b3d7eee94b3c31e602f07e94f6af0851cd24c478"),
        keyLog: """
            CLIENT_RANDOM \
            e120bfb3e67f7ca9baa9832de38b9c419d037c9b206026dc9421ff925a8647ca \
            9583985af024fc20a0c71a1e61cdd7d16fa79bd0b2149e191d6a62cbf3cc273c5e14b7ce7dbc0952f7b444b29edae03a
            """,
        clientRecord: hex(
            """
            17030300cc268b286264713180192d006d91c84eb601ecbdceee4ab60d57f1eb605807483f542ae1c10d9ef8231459a3030fbde9f7
            f35f7718931b1ad35841af4bd1c4b42049e1bfc8eeec4dc4618ebc435920ce3fede7303e142f0dc290efd295af2096b2df12afd1e1
            22c71c2aa9d01c1eb5c5314fae346d94d84f65e86ef4de0a871de1730970756d5f0c4a31678050cd85552bf1e57717bc2c20b91851
            905b50e1ca380432958cc7dc452e82348bddf423eeb2520317468d8aca0ad20e3ae3fe30be5666ec31e3b6ef24af74a0e034
            """),
        serverRecord: hex(
            """
            17030300ce16a7cbdc7aa4880ca2e86e418a0879177014beccbd679ea04f2f0ba17aa9d9db5107c3e368aa8ea5e139ff69d6eb7c7a
            89f7af0687acc641603d3091b25a2bcee47821bdc81548612f60372ac3314fb3662b22f6d2c68f396351b81d4bb0aeb252584881c7
            5182973f59d3234ade772c7b058e78d1d6a7a5a4dffa07814855a19b7125bfdc2f33fe426189242b6cb5a4729eb0c0839fc3acbff8
            20a711a255f022158d3b9592aa9c67bbb770b0d90975014bb31bd7d217d26efaa4455910864177c5392f3bca5f39d2e00e5c55ea
            """))

    /// TLS 1.2, TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, MAC then encrypt.
    static let cbc128 = Excerpt(
        suite: 0xC023, clientRandom: hex("e81b0f578a058dfd59ed5adbd5405d8f0ba7a2fa307cb637d86a2b1ff9a6717b"),
        serverRandom: hex("b0b3f823ad90aabc3aec91e2456d6ae46a8da96d3500858a682223a1396252e9"),
        keyLog: """
            CLIENT_RANDOM \
            e81b0f578a058dfd59ed5adbd5405d8f0ba7a2fa307cb637d86a2b1ff9a6717b \
            e64bef9becd8147ca6df744879f983194a3ca7b1b73e277a25324269d95594c58e59df5ad8716d546bc3ec79fcd2e088
            """,
        clientRecord: hex(
            """
            17030300f061afd69ae848035e9a55088fde77cec32397f3675e404ad258769c720a5e3a508072202e5ab15c9e168ffeb059ad2e85
            b659d52bc3294514be35cf78dd5711e77f8a6fc4e3c522d52637d0753856d4f2d109bf58f25e690169c60a858132e4d9b244c1aa3b
            ba5309347f720bdba455d93dd5ee8d163d3e914ce45a2fcae64dcab32f53ad2b4d03cca2be317454f101fb58f62ca873e928ef0f09
            24aea228ae4996307a9e65faf9a4014f4410581fa27deddb55c6244138c28ba2c27a45939886e764600d99bf752640dfb6431f222d
            e870fbbe6b77c29a6bed1e26073fd0ab45ca535a1979d9073d54405e1a532a6fb9
            """),
        serverRecord: hex(
            """
            17030300f01590f328d39854609e9899e4981a79f35c11c7b2b4cc7ee6fe3abe3e416e4e748900a109ddd75974f87052d7b3104bcd
            13a1177e4bfded7c10f5f8f8c59452d7419f9c25f96c22ca8bf0b96d80d3f8014df4b59e31afb1f00c541ac64669aad9ad1fa3b4b5
            d59f2d960367621b2ac359a5bc7ed450426b7a8e79191d22b89be89f4906f13a19ef10b76b65222323b32283262a7ca8d244b57c08
            66fd31c17d628438a73c8c23ed24cfc682ce2e0757a77b0788732f259ac8b7890e42907b77fe2ba65d3221f669d5dc0940c25cab28
            bc04fb6b7da9b165c7239471d4803a2746450c669bad88c56304058eb5a4c2450d
            """))

    /// TLS 1.2, TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384, encrypt then MAC.
    static let cbc256 = Excerpt(
        suite: 0xC024, clientRandom: hex("73546916aff004ef594647e5834410e64991be32e4493a5b47eba5007024fa21"),
        serverRandom: hex("a9b509562b18440edb210bdf0e2eff2e3c629a66ef070baf8014e4867b80ccde"),
        keyLog: """
            CLIENT_RANDOM \
            73546916aff004ef594647e5834410e64991be32e4493a5b47eba5007024fa21 \
            52781f188661ec706c16824db24987322374517a9892bd676662a12f6c6d8e04334b49458d192a7382e997abf52ee107
            """,
        clientRecord: hex(
            """
            1703030100faa20e3a90c9868f35995a916af67c1c92c300d50c2925e29aa154740a982723f9511d48aacf2e50bd3005c9d8d5a129
            a5787c264b7727310fc633ce6dd3608a6ba0a802e0814fa35ed1ded8121aa775edfe3f1453a11b4838e9063ed205dfe3ed916359c4
            52fe24ebac14513af84b754f9858d432302a3d8e30829b6cb7dec4eba9b725f76b7adfe4a623686e7ed053cd74db576521e404ecc1
            6f65a76671db990fd4f86095b0c92dad179977abcd1dd9dd3b9c22528b19757e3c9962574a9cd608fccf7bb42bc1a93004b60286e2
            7f5bb93dbd5b016b6ce0a82d9862dfac4e1dc7dceaf101981e0253450507b68a42dedc6b2e49d12b2c5c197280f32ec0cc
            """),
        serverRecord: hex(
            """
            1703030100ab0164db630df305a6717f418d9f4baee6a414681bb1e4dcf5e61dc193e89cc7f109d152f65fa81f29d16bd786d8c86a
            c562b2f5ceab1616d9ee3cd14c758222c8119aa0674ee2ae6ba56ad8729bf5404eea77f5945e0beced63cf4e0eab01c53456d97187
            227ae6cc353ae61ab0460cdb7e248c941bd900106322a5aa3a3afbdae825987f1ab51db59c6d1e19a72f7babd85d1cebfb77b99362
            70efcaed4d49a78d209f42eadad858dbfbb9a1cd8e8ed12a09e36c84d649befc9d10a358480552a118d1a8a039343290f64c499ad4
            0dee365f76a4e86f966437cbbd88f95b054ead7cff314ce6cfa4b5a0886f4aa90127b9a0fce69e8f1bfa886f151cdc2ed0
            """),
        encryptThenMAC: true)

    /// TLS 1.2, TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256.
    static let chaCha20 = Excerpt(
        suite: 0xCCA9, clientRandom: hex("d24c904cb4b485f54cd839b4895ccd8d7a9170aada95d63137c80d12f32cea39"),
        serverRandom: hex("f1655dab20e5ca3e723ab68c8e614ba1a901fff350552ae42f90282e62fb18ed"),
        keyLog: """
            CLIENT_RANDOM \
            d24c904cb4b485f54cd839b4895ccd8d7a9170aada95d63137c80d12f32cea39 \
            750ce6c6aa6b6e3e24140f68883d8ded5df5b5f3c3d32bfbee2b391e91b60b8c245e2eb96e4843dce739e13d3a81be0a
            """,
        clientRecord: hex(
            """
            17030300c55bbf24b17a2ff5ab30953bc01150fdf0fad579d4e60c0dfc32f99f16c2f55e8b5fce45a501460ba707219dcda3221dfc
            29c1bb5f3f9184db9a4d14f76e101ad5a3abcacb59093c0e1fe1370d414827e31646ef76f085b49605f0d9d7746eb3ca8ba285bbf7
            6db7dcfbe6d2eeb8fe78324ccf65b78c948f0afd2032a8ca8c8a104ee8e8f84c94b3b600beec11d53779903ea842244f88b37f8d1a
            9fd9aa0664f8751dba1cd51fa653ddcf44b92dd0cc53058b254b25e9494e2a867c6fc418f6865df3dae6c2
            """),
        serverRecord: hex(
            """
            17030300c6de4aba8795a54258f03a97e979c755601641adece650e8b029acbb53bcba0d24b7e2e65a8954bf448eeb579a9e41e144
            77aeda91ba3f87004df1bc5574b1250d9bcfc1760b63ba270f3f38a1d75274a0d178aca9efd3d019e309576c3dfed58478dda64b54
            c7bb6159fbaafcd410c34a88cb4625d0f1e3627ea6f368341e90abdbf03ce97455f17813f73f57c8a862d241c738636a222bd9dc87
            cdd7bd1b9df90890eee5646f9e834e6df628478c8dc72c8b5692db292f76e8d14541b4f975502bbcbf37d01c
            """))

    /// TLS 1.3, TLS_CHACHA20_POLY1305_SHA256; the server's records are padded to multiples of 128 bytes. The records
    /// are the second that each side encrypted with keys of the application.
    static let chaCha20OfTLS13 = Excerpt(
        suite: 0x1303, clientRandom: hex("0cab06f1a669d367296d195ff3cde885735e8a5dc764443eaa3f6f3b0d212963"),
        serverRandom: hex("f0caaeba8fda7a9daa66572cbc9c2e2a59611231d8f6b9c0924c8f2c057611ba"),
        keyLog: """
            SERVER_HANDSHAKE_TRAFFIC_SECRET \
            0cab06f1a669d367296d195ff3cde885735e8a5dc764443eaa3f6f3b0d212963 \
            cf354d9e22e9927faae77792659ec8596dceb36425511966220fd700dd50c90b
            CLIENT_HANDSHAKE_TRAFFIC_SECRET \
            0cab06f1a669d367296d195ff3cde885735e8a5dc764443eaa3f6f3b0d212963 \
            31aa4fcc6f179b03d9bd78fe77079709477e8b192a1467e14a92bae9dcf82508
            CLIENT_TRAFFIC_SECRET_0 \
            0cab06f1a669d367296d195ff3cde885735e8a5dc764443eaa3f6f3b0d212963 \
            bb0a8c5e8c98ba06efeaa3438c659c4a7930519701d3ebbe76423122efaadfe3
            SERVER_TRAFFIC_SECRET_0 \
            0cab06f1a669d367296d195ff3cde885735e8a5dc764443eaa3f6f3b0d212963 \
            f0bcb4ae37f460f9794e8bb91cd85342057638d66d066a39680a1e0d29b4d9c1
            """,
        clientRecord: hex(
            """
            170303011093c23413b8514081719110952bdd3c905ecf5e9a5b88387608be89ca9161450781fa546d3b65b0de4774baee393cd9d8
            67c8f2212e2dc9e2d3e1ec9fdc65293b036ad1fa68f074c56dad8f2d69c2aa8f5e9f7f55a791bbbec5589f2b7c413be2089359f823
            5433f7674feb0040067fd99d2a7369529555515523fbcfad33194af6cfa5690d68b3cb1963585536478391ad4073f9cd20b4d79fc2
            46bd40aab63f624c0818b6efd437292d37b5c78083fdf305f99de4872ab71e5a25542fc20d6a6a9ea78b22291def96d62a923d9543
            25a90041e81d8812f866c2e3b1839a64ff30e6d14b629cc1822dcfe886998ddd61be68f51b33ec6ab2a6855913295e0243173a3684
            e8d078caa6a9c8671fa6a105
            """),
        serverRecord: hex(
            """
            170303011047c183ba7ee6fab974fc2ae51800db4057c5bed01fe2c563339ea5e516814c66b939080c44614bd908a67aa6ec9d3b7c
            a707194159aa4c0486d3121e5b7ef47a6a6ebe4525f3d01c59251a8bae71043e6b5d617cb8c5e78ec6bb49aedbf4ea106dc2866b4a
            8fd02821f3518ab9f3f3d7f6d21fe4190b8fba2b3fb679b41374204395ea27a6dba159c35c27c6a2dc2f2bb7895201b6984abe5723
            0eabd28634fa95ac0b18ae659bd819251df8854c7974440186acf148cbc25599fb06d961c0657d1cd7d7dce3ae8cadf84355bd87a7
            5de5d502a674d757f6b2b2510047e5c37a167c5c1dfaab8844c6cd192e37cf75d64c87855c512db477f5ca38a49a69d19721b695a1
            9b0c78903c5bb9478147b9ad
            """))
}
