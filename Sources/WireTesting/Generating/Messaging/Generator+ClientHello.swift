import PeerMessaging
import WireCoding
import SealedChannels

extension Generator where Value == ClientHello {
    /// The start of apps' TLS 1.3: a server name, protocols, versions.
    public static var plausible: Generator {
        Generator { random in
            var name = ByteWriter()
            let host = Array(random.pick(["example.org", "chat.local", "relay.example.net"]).utf8)
            name.writeUInt16(UInt16(host.count + 3))
            name.writeUInt8(0)
            name.writeUInt16(UInt16(host.count))
            name.writeBytes(host)
            return ClientHello(
                random: random.bytes(32), sessionID: random.bytes(32),
                cipherSuites: [0x1301, 0x1302, 0x1303].map(TLSCipherSuite.init(rawValue:)),
                extensions: [
                    TLSExtension(type: .serverName, content: name.bytes),
                    TLSExtension(
                        type: .applicationLayerProtocolNegotiation, content: [0, 3, 2, 0x68, 0x32]),
                    TLSExtension(type: .supportedVersions, content: [4, 3, 4, 3, 3]),
                ])
        }
    }

    /// Vectors from none to all that their lengths can say, extensions of every type and twice, and none at all. All are of
    /// TLS: none has a cookie.
    public static var extreme: Generator {
        Generator { random in
            let extensions = (0..<random.extremeCount(upTo: 40)).map { _ in
                TLSExtension(
                    type: TLSExtension.ExtensionType(
                        rawValue: random.pick([0, 16, 35, 41, 42, 43, random.boundary()])),
                    content: random.extremeBytes(upTo: 1500))
            }
            return ClientHello(
                legacyVersion: TLSVersion(rawValue: random.boundary()), random: random.bytes(32),
                sessionID: random.extremeBytes(upTo: 32),
                cipherSuites: (0..<random.extremeCount(upTo: 0x7FFF)).map { _ in
                    TLSCipherSuite(rawValue: random.boundary())
                },
                compressionMethods: random.extremeBytes(upTo: 255),
                extensions: random.chance(7, in: 8) ? extensions : nil)
        }
    }
}
