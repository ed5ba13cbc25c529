import SealedChannels
import WireTesting

extension Generator where Value == DTLSRecordHeader {
    /// Records of DTLS 1.2, and of DTLS 1.3 the hellos: an unencrypted handshake, then data under the first keys.
    public static var plausible: Generator {
        Generator { random in
            let isSealed = random.chance(2, in: 3)
            return DTLSRecordHeader(
                contentType: isSealed ? random.pick([.handshake, .applicationData, .applicationData]) : .handshake,
                version: .dtls12, epoch: isSealed ? 1 : 0,
                sequenceNumber: UInt64(random.number(in: 0...(isSealed ? 100_000 : 5))),
                length: UInt16(random.number(in: 25...1200)))
        }
    }

    /// Every type, version and epoch, sequence numbers of up to 48 bits, lengths from none to the most of a record.
    public static var extreme: Generator {
        Generator { random in
            DTLSRecordHeader(
                contentType: TLSContentType(rawValue: random.byte()), version: TLSVersion(rawValue: random.half()),
                epoch: random.half(), sequenceNumber: random.boundary() & 0xFFFF_FFFF_FFFF,
                length: random.recordLength())
        }
    }
}

extension Generator where Value == DTLSUnifiedHeader {
    /// Headers as libraries write them: sequence numbers of 16 bits and a length, without a connection ID; one in four
    /// has one, of eight bytes.
    ///
    /// A reader of the header must know how long its connection ID is, see
    /// ``SealedChannels/DTLSUnifiedHeader/init(parsing:connectionIDLength:)``.
    public static var plausible: Generator {
        Generator { random in
            let connectionID = random.chance(1, in: 4) ? random.bytes(8) : []
            // The handshake, then data.
            let epoch = UInt8(random.number(in: 2...3))
            return DTLSUnifiedHeader(
                firstByte: 0x2C | (connectionID.isEmpty ? 0 : 0x10) | epoch, connectionID: connectionID,
                sequenceNumber: random.integer(), length: UInt16(random.number(in: 18...1200)))
        }
    }

    /// All 32 first bytes, with connection IDs from none to 255 bytes, and any numbers if the first byte announces
    /// them.
    public static var extreme: Generator {
        Generator { random in
            var header = DTLSUnifiedHeader(firstByte: 0x20 | random.integer() & 0x1F, sequenceNumber: 0)
            if header.hasConnectionID { header.connectionID = random.extremeBytes(upTo: 255) }
            header.sequenceNumber = header.hasLongSequenceNumber ? random.half() : UInt16(random.byte())
            if header.hasLength { header.length = random.half() }
            return header
        }
    }
}

extension Generator where Value == DTLSHandshakeHeader {
    /// The messages of a handshake, one in four cut into fragments that fit a datagram.
    public static var plausible: Generator {
        Generator { random in
            let isCut = random.chance(1, in: 4)
            let length = random.number(in: isCut ? 1500...4000 : 12...1100)
            let fragment = isCut ? random.number(in: 0...2) : 0
            let start = min(fragment * 1100, length)
            let type: TLSHandshakeType = isCut ? .certificate : random.pick([.clientHello, .serverHello, .finished])
            return DTLSHandshakeHeader(
                type: type, length: length, messageNumber: UInt16(random.number(in: 0...8)), fragmentOffset: start,
                fragmentLength: isCut ? min(1100, length - start) : length)
        }
    }

    /// Every type, messages from none to the 2^24 - 1 bytes that a length can say, and fragments anywhere in them, of no bytes
    /// too.
    public static var extreme: Generator {
        Generator { random in
            let maximum = 0xFF_FFFF
            let length = random.pick([0, 1, maximum - 1, maximum, random.number(in: 0...maximum)])
            let start = random.pick([0, length, random.number(in: 0...length)])
            let left = length - start
            return DTLSHandshakeHeader(
                type: TLSHandshakeType(rawValue: random.byte()), length: length, messageNumber: random.half(),
                fragmentOffset: start, fragmentLength: random.pick([0, left, random.number(in: 0...left)]))
        }
    }
}
