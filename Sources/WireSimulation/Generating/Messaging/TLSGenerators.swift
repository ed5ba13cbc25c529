import SealedChannels
import WireCoding
import WireTesting

extension Generator where Value == ClientHello {
    /// The start of apps' TLS 1.3: a server name, protocols, versions.
    public static var plausible: Generator {
        Generator { random in
            let host = Array(random.pick(["example.org", "chat.local", "relay.example.net"]).utf8)
            let name = [0, UInt8(host.count + 3), 0, 0, UInt8(host.count)] + host
            return ClientHello(
                random: random.bytes(32), sessionID: random.bytes(32),
                cipherSuites: [0x1301, 0x1302, 0x1303].map(TLSCipherSuite.init(rawValue:)),
                extensions: [
                    TLSExtension(type: .serverName, content: name),
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
            let extensions = random.extremeTLSExtensions(of: [0, 16, 35, 41, 42, 43])
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
            let extensions = random.extremeTLSExtensions(of: [0, 16, 35, 41, 43, 51])
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

extension Generator where Value == TLSRecordHeader {
    /// Typical consecutive records of TLS 1.2 and 1.3: hellos, changes of keys, alerts, data.
    public static var plausible: Generator {
        Generator { random in
            let length: UInt16
            let contentType: TLSContentType = random.pick([
                .handshake, .changeCipherSpec, .alert, .applicationData, .applicationData,
            ])
            switch contentType {
            case .handshake: length = UInt16(random.number(in: 80...600))
            case .changeCipherSpec: length = 1
            case .alert: length = UInt16(TLSAlert.size)
            // As much as fits, or what there is; sealed, it is longer by 17 bytes.
            default: length = random.chance(1, in: 4) ? 16401 : UInt16(random.number(in: 18...4096))
            }
            // Hellos may be in records of the oldest version, for old servers.
            let version: TLSVersion = contentType == .handshake && random.chance(1, in: 3) ? .tls10 : .tls12
            return TLSRecordHeader(contentType: contentType, version: version, length: length)
        }
    }

    /// Every type and version, and lengths from none to the most that a record may have.
    public static var extreme: Generator {
        Generator { random in
            TLSRecordHeader(
                contentType: TLSContentType(rawValue: random.byte()), version: TLSVersion(rawValue: random.half()),
                length: random.recordLength())
        }
    }
}

extension Generator where Value == TLSAlert {
    /// Alerts that end connections: orderly closes, and refusals of hellos and certificates.
    public static var plausible: Generator {
        Generator { random in
            let isClosing = random.chance(1, in: 2)
            let fatal: [UInt8] = [20, 40, 42, 45, 46, 47, 48, 50, 51, 70, 80, 112, 116, 120]
            let code = isClosing ? random.pick([0, 90]) : random.pick(fatal)
            return TLSAlert(level: isClosing ? 1 : 2, code: TLSAlert.Code(rawValue: code))
        }
    }

    /// Any two bytes.
    public static var extreme: Generator {
        Generator { TLSAlert(level: $0.byte(), code: TLSAlert.Code(rawValue: $0.byte())) }
    }
}

extension SeededGenerator {
    /// Up to forty extensions of these types and others.
    fileprivate mutating func extremeTLSExtensions(of types: [UInt16]) -> [TLSExtension] {
        (0..<extremeCount(upTo: 40)).map { _ in
            TLSExtension(
                type: TLSExtension.ExtensionType(rawValue: pick(types + [boundary()])),
                content: extremeBytes(upTo: 1500))
        }
    }

    /// The bytes after the header of a record: none to 2^14 + 2048.
    mutating func recordLength() -> UInt16 {
        let maximum = TLSRecordHeader.maximumLength
        return UInt16(pick([0, 1, maximum - 1, maximum, number(in: 0...maximum), number(in: 0...maximum)]))
    }
}
