import PeerMessaging
import SealedChannels

extension Generator where Value == ServerHello {
    /// Answers of TLS 1.3, which give back the client's session ID and send a key, and of TLS 1.2 with a protocol.
    public static var plausible: Generator {
        Generator { random in
            guard random.chance(2, in: 3) else {
                return ServerHello(
                    random: random.bytes(32), sessionID: random.pick([[], random.bytes(32)]),
                    cipherSuite: TLSCipherSuite(rawValue: random.pick([0xC02B, 0xC02F, 0xC030, 0xCCA8])),
                    extensions: [
                        TLSExtension(type: TLSExtension.ExtensionType(rawValue: 0xFF01), content: [0]),
                        TLSExtension(
                            type: .applicationLayerProtocolNegotiation, content: [0, 3, 2, 0x68, 0x32]),
                    ])
            }
            return ServerHello(
                random: random.bytes(32), sessionID: random.bytes(32),
                cipherSuite: TLSCipherSuite(rawValue: random.pick([0x1301, 0x1302, 0x1303])),
                extensions: [
                    TLSExtension(type: .supportedVersions, content: [3, 4]),
                    // Key share: X25519, 32 bytes.
                    TLSExtension(
                        type: TLSExtension.ExtensionType(rawValue: 51), content: [0, 29, 0, 32] + random.bytes(32)),
                ])
        }
    }

    /// Any numbers, session IDs from none to 32 bytes, extensions of every type and twice, and none at all.
    public static var extreme: Generator {
        Generator { random in
            let extensions = (0..<random.extremeCount(upTo: 40)).map { _ in
                TLSExtension(
                    type: TLSExtension.ExtensionType(
                        rawValue: random.pick([0, 16, 35, 41, 43, 51, random.boundary()])),
                    content: random.extremeBytes(upTo: 1500))
            }
            return ServerHello(
                legacyVersion: TLSVersion(rawValue: random.boundary()), random: random.bytes(32),
                sessionID: random.extremeBytes(upTo: 32), cipherSuite: TLSCipherSuite(rawValue: random.boundary()),
                compressionMethod: random.byte(), extensions: random.chance(7, in: 8) ? extensions : nil)
        }
    }
}

extension Generator where Value == TLSExtension {
    /// The extensions of plausible hellos of clients and servers.
    public static var plausible: Generator {
        Generator { random in
            let client = Generator<ClientHello>.plausible.next(&random).extensions ?? []
            let server = Generator<ServerHello>.plausible.next(&random).extensions ?? []
            return random.pick(client + server)
        }
    }

    /// Every type, with content from none to the 65,535 bytes that fit.
    public static var extreme: Generator {
        Generator { random in
            TLSExtension(
                type: TLSExtension.ExtensionType(rawValue: random.boundary()),
                content: random.extremeBytes(upTo: 0xFFFF))
        }
    }
}
