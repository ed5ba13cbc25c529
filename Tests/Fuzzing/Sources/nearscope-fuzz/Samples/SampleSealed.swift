import SealedChannels
import WireCoding
import WireSimulation
import WireTesting

/// Seeds for what opens sealed sessions.
enum SampleSealed {
    /// A connection between OpenSSL's client and server, with the key of the passcode 4711 and the identity TicTacToe.
    static let dtls: [UInt8] = datagrams.enumerated().flatMap { index, digits in
        let bytes = Hex.decode(digits) ?? []
        return framed(bytes, UInt8(index & 1))
    }

    /// A byte and a length before each.
    static func framed(_ bytes: [UInt8], _ control: UInt8) -> [UInt8] {
        [control, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    private static let clientRandom = [UInt8](repeating: 7, count: KeyLogEntry.randomSize)

    /// Of each label one.
    static let quicSecrets: SessionSecrets = {
        var log = KeyLog()
        for (index, label) in KeyLogLabel.allCases.enumerated() where label != .masterSecret {
            log.insert(
                KeyLogEntry(
                    label: label, clientRandom: clientRandom,
                    secret: SecretBytes([UInt8](repeating: UInt8(index), count: 32))))
        }
        return SessionSecrets(log: log)
    }()

    /// The hellos of a client and a server in CRYPTO frames, and packets behind them.
    static var quic: [[UInt8]] {
        let hellos = Generator<ClientHello>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
        let answers = Generator<ServerHello>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
        let headers = Generator<QUICPacketHeader>.plausible.values(seed: FuzzTarget.seed, count: FuzzTarget.seedCount)
        return zip(zip(hellos, answers), headers).compactMap { pair, header in
            var hello = pair.0
            hello.random = clientRandom
            guard let first = try? hello.serialized(), let second = try? pair.1.serialized() else { return nil }
            var packet = ByteWriter()
            guard (try? header.serialize(into: &packet)) != nil else { return nil }
            return framed(crypto(1, first), 2) + framed(crypto(2, second), 3) + framed(packet.bytes, 0)
                + framed([0x41, 9] + packet.bytes, 1)
        }
    }

    /// A frame with a handshake message at offset 0.
    private static func crypto(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        let message = [type, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        return [6, 0, UInt8(0x40 | message.count >> 8), UInt8(message.count & 0xFF)] + message
    }

    private static let datagrams = [
        """
        16feff00000000000000000074010000680000000000000068fefd7c9ea07cc5cf25bf60921ba4c43e71f010cefd672da5b4adbc73\
        c28b46001ef80000000400a800ff0100003a002300000016000000170000000d002a0028040305030603080708080809080a080b08\
        0408050806040105010601030303010302040205020602
        """,
        """
        16fefd00000000000000000041020000350000000000000035fefdeb6ece70629b480f0bffa45c3c9797666bb46d02cb0137f077d2\
        e220af9f44780000a800000dff01000100002300000017000016fefd0000000000000001000c0e0000000001000000000000
        """,
        """
        16fefd000000000000000100171000000b000100000000000b0009546963546163546f6514fefd000000000000000200010116fefd\
        00010000000000000030efdfb98b6448f7005905549dcbb6aae853278bf2b69213a0ddb9b352d2b546b5443c7559d1a2e3cfcb454e\
        70584800f9
        """,
        """
        16fefd000000000000000200c2040000b600020000000000b600001c2000b03dc8d0c8daced07f8b74d58353f6d93a8e59794efc5c\
        592e3aebbfafa6b6286d59ea9e6ffaa7ae8c0b1553dc1ef29ec7f67f8b6474215f533ca7235525d14168d08a78b8be2e5e1535d51a\
        14bbff1ec9e9f6c603588685d5a02d2aeb1b2a2e1bb7d88f880611bcb47790bcf7ce54cc093ae01155a7ee390ea1c87167029eb9cc\
        b520f463daa1fb9e3589fdbe0a7dc6daddde21153da275bcff1ceb53db400802c69c21a4efbfcc736eb43962f633b1de14fefd0000\
        00000000000300010116fefd00010000000000000030207d73bf6cbc2299ad780a6cc5134324aa4139f4461c846c62c39206f45403\
        ae9cc22f86fa0a65a07f156e559e307f9c
        """,
        """
        17fefd0001000000000001002defdfb98b6448f701e14ad2e627b05a1ce57840e0eb86ee320c23e018dc54e47ebb05544d6996e1ce\
        af4d48d0d1
        """,
    ]
}
