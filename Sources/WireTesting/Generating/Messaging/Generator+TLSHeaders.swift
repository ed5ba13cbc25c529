import PeerMessaging
import SealedChannels

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
    /// The bytes after the header of a record: none to 2^14 + 2048.
    mutating func recordLength() -> UInt16 {
        let maximum = TLSRecordHeader.maximumLength
        return UInt16(pick([0, 1, maximum - 1, maximum, number(in: 0...maximum), number(in: 0...maximum)]))
    }
}
