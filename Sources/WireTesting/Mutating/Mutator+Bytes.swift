extension Mutator {
    /// Mutations of any bytes.
    public static let byteLevel: [Mutator] = [
        Mutator("bytes-flip") { bytes, random in
            guard !bytes.isEmpty else { return }
            for _ in 0...random.number(in: 0...3) {
                bytes[random.number(in: 0...bytes.count - 1)] ^= 1 << UInt8(random.number(in: 0...7))
            }
        },
        // 0, 1, 127, 128, 255, 65,535 and their like, in one to eight bytes of either order.
        Mutator("bytes-boundary") { bytes, random in
            let width = random.pick([1, 2, 4, 8])
            guard bytes.count >= width else { return }
            let place = random.number(in: 0...bytes.count - width)
            bytes.overwrite(
                random.boundaryNumber(width: width), width: width, at: place, bigEndian: random.chance(1, in: 2))
        },
        Mutator("bytes-insert") { bytes, random in
            let place = random.number(in: 0...bytes.count)
            bytes.insert(contentsOf: random.extremeBytes(from: 1, upTo: 64), at: place)
        },
        Mutator("bytes-delete") { bytes, random in
            guard let piece = random.piece(of: bytes) else { return }
            bytes.removeSubrange(piece)
        },
        Mutator("bytes-duplicate") { bytes, random in
            guard let piece = random.piece(of: bytes) else { return }
            bytes.insert(contentsOf: Array(bytes[piece]), at: piece.upperBound)
        },
        Mutator("bytes-swap") { bytes, random in
            guard let first = random.piece(of: bytes) else { return }
            let moved = Array(bytes[first])
            bytes.removeSubrange(first)
            bytes.insert(contentsOf: moved, at: random.number(in: 0...bytes.count))
        },
        Mutator("bytes-truncate") { bytes, random in
            guard !bytes.isEmpty else { return }
            bytes.removeLast(random.number(in: 1...bytes.count))
        },
        // Makes lists long and nesting deep.
        Mutator("bytes-repeat") { bytes, random in
            guard let piece = random.piece(of: bytes, longest: 16) else { return }
            let content = Array(bytes[piece])
            let times = random.pick([2, 16, 300, 4000])
            bytes.insert(contentsOf: repeatElement(content, count: times).joined(), at: piece.upperBound)
        },
        Mutator("bytes-utf8") { bytes, random in
            let sequences: [[UInt8]] = [
                [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
                [0xF0, 0x9F], [0xEF, 0xBB, 0xBF],
            ]
            let sequence = random.pick(sequences)
            let place = random.number(in: 0...bytes.count)
            if random.chance(1, in: 2) {
                bytes.insert(contentsOf: sequence, at: place)
            } else {
                bytes.replaceSubrange(place..<min(place + sequence.count, bytes.count), with: sequence)
            }
        },
    ]

    /// Puts pieces of other inputs into an input, or one's beginning before another's end.
    ///
    /// - Parameter samples: The other inputs. Without any, nothing is changed.
    public static func splice(from samples: [[UInt8]]) -> Mutator {
        Mutator("bytes-splice") { bytes, random in
            guard !samples.isEmpty else { return }
            let other = random.pick(samples)
            guard let piece = random.piece(of: other, longest: 0x10000) else { return }
            let place = random.number(in: 0...bytes.count)
            if random.chance(1, in: 2) {
                bytes.insert(contentsOf: other[piece], at: place)
            } else {
                bytes.replaceSubrange(place..., with: other[piece.lowerBound...].prefix(0x10000))
            }
        }
    }
}

extension SeededGenerator {
    /// A range of the bytes, usually a short one; nil if there are none.
    package mutating func piece(of bytes: [UInt8], longest: Int = 4096) -> Range<Int>? {
        guard !bytes.isEmpty else { return nil }
        let start = number(in: 0...bytes.count - 1)
        let most = min(longest, bytes.count - start)
        let count = number(in: 1...(chance(3, in: 4) ? min(most, 16) : most))
        return start..<start + count
    }

    /// One of the choices, nil without any.
    package mutating func choice<Element>(_ choices: [Element]) -> Element? { choices.isEmpty ? nil : pick(choices) }

    /// A number of so many bytes at which programs break.
    package mutating func boundaryNumber(width: Int) -> UInt64 {
        switch width {
        case 1: UInt64(boundary(UInt8.self))
        case 2: UInt64(boundary(UInt16.self))
        case 4: UInt64(boundary(UInt32.self))
        default: boundary(UInt64.self)
        }
    }
}

extension [UInt8] {
    /// Writes the lower `width` bytes of a number over those at `place`, up to the end of the bytes.
    package mutating func overwrite(_ number: UInt64, width: Int, at place: Int, bigEndian: Bool = true) {
        for index in 0..<width where place + index < count {
            let shift = UInt64(8 * (bigEndian ? width - 1 - index : index))
            self[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// The number in `width` bytes, or nil if they are not all there.
    package func number(width: Int, at place: Int, bigEndian: Bool = true) -> Int? {
        guard place >= 0, place <= count - width else { return nil }
        var number = 0
        for index in 0..<width {
            number = number << 8 | Int(self[place + (bigEndian ? index : width - 1 - index)])
        }
        return number
    }
}
