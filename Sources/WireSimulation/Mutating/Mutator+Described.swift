import ProtocolDescriptions
import WireTesting

extension Mutator {
    /// Faults of a described protocol: lengths, constants and delimiters that lie, and bodies that are damaged within sound
    /// framing. The byte-level mutators and those of JSON go well with them.
    public static func described(_ compiled: CompiledProtocol) -> [Mutator] {
        let description = compiled.description
        var mutators: [Mutator] = []
        switch description.framing?.method {
        case .prefix(.integer(let size, let endian), _):
            mutators.append(lie("described-length", width: size, isBig: endian == .big, at: 0))
        case .prefix(.varint, _):
            mutators.append(
                Mutator("described-length") { bytes, random in
                    let varint = random.pick([
                        [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x00], [0xFF] + random.bytes(1),
                    ])
                    bytes.replaceSubrange(0..<min(1, bytes.count), with: varint)
                })
        case .length(let name, _):
            if let place = place(of: name, in: description.header), let size = place.field.type.size {
                let isBig = place.field.endian == .big
                mutators.append(lie("described-length", width: size, isBig: isBig, at: place.offset))
            }
        case .delimiter(let delimiter):
            mutators.append(
                Mutator("described-delimiter") { bytes, random in
                    let index = random.number(in: 0...bytes.count)
                    bytes.insert(contentsOf: delimiter.prefix(random.number(in: 1...delimiter.count)), at: index)
                })
        case .fixed, .webSocket, .datagram, nil: break
        }
        for field in description.header where field.constant != nil {
            guard let place = place(of: field.name, in: description.header), let size = field.type.size else {
                continue
            }
            let start = place.offset + prefixSize(description)
            mutators.append(
                Mutator("described-constant") { bytes, random in
                    guard start + size <= bytes.count else { return }
                    bytes[start + random.number(in: 0...size - 1)] ^= UInt8(random.number(in: 1...255))
                })
        }
        mutators.append(
            Mutator("described-body") { bytes, random in
                // The second half is in the body, as a rule; its size stays.
                guard bytes.count > 1 else { return }
                bytes[random.number(in: bytes.count / 2...bytes.count - 1)] = random.boundary()
            })
        mutators.append(
            Mutator("described-cut") { bytes, random in
                bytes.removeLast(random.number(in: 0...bytes.count))
            })
        return mutators
    }

    private static func lie(_ name: String, width: Int, isBig: Bool, at start: Int) -> Mutator {
        Mutator(name) { bytes, random in
            guard start + width <= bytes.count else { return }
            bytes.lie(width: width, at: start, bigEndian: isBig, &random)
        }
    }

    private static func prefixSize(_ description: ProtocolDescription) -> Int {
        if case .prefix(.integer(let size, _), _)? = description.framing?.method { return size }
        return 0
    }

    /// A header's field and its offset, where all fields before it have a size of their own.
    private static func place(of name: String, in header: [MessageField]) -> (offset: Int, field: MessageField)? {
        var offset = 0
        for field in header {
            if field.name == name { return (offset, field) }
            guard let size = field.type.size else { return nil }
            offset += size
        }
        return nil
    }
}
