import Testing
@testable import SealedChannels

@Suite struct TLSCipherSuiteParametersTests {
    @Test(
        arguments: [
            (0x1302, .negotiated, .aesGCM(keySize: 32), .sha384),
            (0x1303, .negotiated, .chaCha20Poly1305, .sha256),
            (0x1305, .negotiated, .aesCCM(keySize: 16, tagSize: 8), .sha256),
            (0x00A8, .psk, .aesGCM(keySize: 16), .sha256),
            (0x00AA, .dhePSK, .aesGCM(keySize: 16), .sha256),
            (0xC0A9, .psk, .aesCCM(keySize: 32, tagSize: 8), .sha256),
            (0xCCAC, .ecdhePSK, .chaCha20Poly1305, .sha256),
            (0x00B7, .rsaPSK, .aesCBC(keySize: 32, .sha384), .sha384),
            (0xC014, .ecdhe, .aesCBC(keySize: 32, .sha1), .sha256),
            (0x003D, .rsa, .aesCBC(keySize: 32, .sha256), .sha256),
            (0xC024, .ecdhe, .aesCBC(keySize: 32, .sha384), .sha384),
            (0x009F, .dhe, .aesGCM(keySize: 32), .sha384),
        ] as [(UInt16, TLSCipherSuiteParameters.KeyExchange, TLSCipherSuiteParameters.RecordCipher, TLSHash)])
    func saysHowKeysAndRecordsAreMade(
        suite: UInt16, exchange: TLSCipherSuiteParameters.KeyExchange, cipher: TLSCipherSuiteParameters.RecordCipher,
        hash: TLSHash
    ) {
        #expect(
            TLSCipherSuite(rawValue: suite).parameters
                == TLSCipherSuiteParameters(keyExchange: exchange, cipher: cipher, hash: hash))
    }

    @Test func everySuiteWithANameSaysTheSameInItsParameters() {
        for number in 0...UInt16.max {
            let suite = TLSCipherSuite(rawValue: number)
            guard let parameters = suite.parameters, !suite.description.hasPrefix("0x") else { continue }
            let name = suite.description
            let cipher =
                switch parameters.cipher {
                case .aesGCM(let size): "AES_\(8 * size)_GCM"
                case .aesCCM(let size, let tag): "AES_\(8 * size)_CCM" + (tag == 8 ? "_8" : "")
                case .chaCha20Poly1305: "CHACHA20_POLY1305"
                case .aesCBC(let size, _): "AES_\(8 * size)_CBC"
                }
            #expect(name.contains(cipher), "\(name)")
            let exchange =
                switch parameters.keyExchange {
                case .psk: "TLS_PSK_WITH"
                case .dhePSK: "TLS_DHE_PSK_WITH"
                case .ecdhePSK: "TLS_ECDHE_PSK_WITH"
                case .rsaPSK: "TLS_RSA_PSK_WITH"
                case .rsa: "TLS_RSA_WITH"
                case .dhe: "TLS_DHE_"
                case .ecdhe: "TLS_ECDHE_"
                case .negotiated: "TLS_\(cipher)"
                }
            #expect(name.hasPrefix(exchange), "\(name)")
            #expect(name.hasSuffix("SHA384") == (parameters.hash == .sha384), "\(name)")
        }
    }

    @Test func onlySuitesWithASharedKeyHaveAnIdentity() {
        for number in 0...UInt16.max {
            guard let exchange = TLSCipherSuite(rawValue: number).parameters?.keyExchange else { continue }
            #expect(exchange.hasIdentity == [.psk, .dhePSK, .ecdhePSK, .rsaPSK].contains(exchange))
        }
    }

    @Test func suitesThatAreNotOpenedHaveNone() {
        // 3DES, RC4, no encryption, export.
        for number in [0x000A, 0x0005, 0x0000, 0x002C, 0x0A0A] as [UInt16] {
            #expect(TLSCipherSuite(rawValue: number).parameters == nil)
        }
    }
}
