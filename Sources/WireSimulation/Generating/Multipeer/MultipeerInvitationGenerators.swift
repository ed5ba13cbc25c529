import MultipeerWire
import WireCoding
import WireTesting

extension Generator where Value == MultipeerPeerID {
    /// Peers with names of people's devices.
    public static var plausible: Generator {
        Generator { MultipeerPeerID(number: $0.next(), displayName: $0.deviceName()) }
    }

    /// Numbers at boundaries, and names of none to 255 bytes, in UTF-8 or not.
    public static var extreme: Generator {
        Generator { MultipeerPeerID(number: $0.boundary(), nameBytes: $0.extremeBytes(upTo: 255)) }
    }
}

extension Generator where Value == MultipeerHello {
    /// The hellos of peers.
    public static var plausible: Generator {
        Generator<MultipeerPeerID>.plausible.map { MultipeerHello($0) }
    }

    /// Any word and text, of up to 65,535 bytes, with other bytes after it.
    public static var extreme: Generator {
        Generator { random in
            MultipeerHello(
                word: random.boundary(), text: random.extremeBytes(upTo: 0xFFFF),
                trailing: random.chance(1, in: 4) ? random.extremeBytes(upTo: 40) : [])
        }
    }
}

extension Generator where Value == BinaryPropertyList.Value {
    /// Dictionaries of texts, numbers and data, as apps write them.
    public static var plausible: Generator {
        Generator { random in
            let count = random.number(in: 1...8)
            return .dictionary(
                (0..<count).map { number in
                    let value: BinaryPropertyList.Value =
                        switch random.number(in: 0...3) {
                        case 0: .integer(Int64(random.number(in: 0...70_000)))
                        case 1: .boolean(random.chance(1, in: 2))
                        case 2: .data(random.bytes(random.number(in: 0...40)))
                        default: .text(BinaryPropertyList.Text(random.deviceName()))
                        }
                    return BinaryPropertyList.Entry("\(random.letters(6))\(number)", value)
                })
        }
    }

    /// Every kind of object, containers within each other, shared and empty ones, numbers at boundaries.
    public static var extreme: Generator {
        Generator { $0.propertyListValue(depth: 0) }
    }
}

extension SeededGenerator {
    mutating func propertyListValue(depth: Int) -> BinaryPropertyList.Value {
        switch number(in: 0...(depth < 4 ? 14 : 10)) {
        case 0: return .null
        case 1: return .boolean(chance(1, in: 2))
        case 2, 3: return .integer(boundary())
        // Not one that has a shorter form.
        case 4: return .wideInteger(high: boundary(UInt64.self) >> 1 | 1, low: boundary())
        case 5: return chance(1, in: 2) ? .real32(boundary()) : .real64(boundary())
        case 6: return .date(boundary())
        case 7: return .data(extremeBytes(upTo: 300))
        case 8, 9: return .text(propertyListText())
        case 10: return .uid(bytes(number(in: 1...16)))
        case 11: return .array(propertyListValues(depth: depth))
        case 12: return .set(propertyListValues(depth: depth))
        default: return .dictionary(propertyListEntries(depth: depth))
        }
    }

    private mutating func propertyListText() -> BinaryPropertyList.Text {
        switch number(in: 0...2) {
        case 0: .ascii(extremeBytes(upTo: 40))
        case 1: .utf16((0..<number(in: 0...20)).map { _ in boundary() })
        default: BinaryPropertyList.Text(text(number(in: 0...20)))
        }
    }

    private mutating func propertyListValues(depth: Int) -> [BinaryPropertyList.Value] {
        (0..<extremeCount(upTo: 20)).map { _ in propertyListValue(depth: depth + 1) }
    }

    /// Entries of different keys, none of them one that a message has.
    mutating func propertyListEntries(depth: Int) -> [BinaryPropertyList.Entry] {
        var keys: Set<BinaryPropertyList.Text> = []
        var entries: [BinaryPropertyList.Entry] = []
        for _ in 0..<extremeCount(upTo: 20) {
            let key = propertyListText()
            guard keys.insert(key).inserted else { continue }
            entries.append(BinaryPropertyList.Entry(key: key, value: propertyListValue(depth: depth + 1)))
        }
        return entries
    }

    /// An identifier of an invitation: the first ones, and far higher ones.
    fileprivate mutating func inviteID() -> Int64 { Int64(pick([0, 1, 2, number(in: 0...1_000_000)])) }

    fileprivate mutating func otherEntries() -> [BinaryPropertyList.Entry] {
        chance(1, in: 3) ? propertyListEntries(depth: 2) : []
    }
}

extension Generator where Value == MultipeerInvitation {
    /// Invitations with and without a context.
    public static var plausible: Generator {
        Generator { random in
            MultipeerInvitation(
                inviteID: random.inviteID(), sender: Generator<MultipeerPeerID>.plausible.next(&random),
                recipient: Generator<MultipeerPeerID>.plausible.next(&random),
                context: random.chance(1, in: 2) ? random.bytes(random.number(in: 1...200)) : nil)
        }
    }

    /// Any numbers and names, contexts of up to 65,535 bytes, other entries.
    public static var extreme: Generator {
        Generator { random in
            MultipeerInvitation(
                inviteID: random.boundary(), sender: Generator<MultipeerPeerID>.extreme.next(&random),
                recipient: Generator<MultipeerPeerID>.extreme.next(&random),
                context: random.chance(1, in: 2) ? random.extremeBytes(upTo: 0xFFFF) : nil,
                others: random.otherEntries())
        }
    }
}

extension Generator where Value == MultipeerAnswer {
    /// Answers that accept with connection data, or decline without.
    public static var plausible: Generator {
        Generator { random in
            let isAccepted = random.chance(3, in: 4)
            return MultipeerAnswer(
                isAccepted: isAccepted, inviteID: random.inviteID(),
                sender: Generator<MultipeerPeerID>.plausible.next(&random),
                recipient: Generator<MultipeerPeerID>.plausible.next(&random),
                connectionData: isAccepted
                    ? Generator<MultipeerConnectionData>.plausible.wireForms.next(&random) : nil)
        }
    }

    /// Any of both with any connection data, readable or not, and other entries.
    public static var extreme: Generator {
        Generator { random in
            MultipeerAnswer(
                isAccepted: random.chance(1, in: 2), inviteID: random.boundary(),
                sender: Generator<MultipeerPeerID>.extreme.next(&random),
                recipient: Generator<MultipeerPeerID>.extreme.next(&random),
                connectionData: random.chance(1, in: 2) ? random.extremeBytes(upTo: 2000) : nil,
                others: random.otherEntries())
        }
    }
}

extension Generator where Value == MultipeerAddressMessage {
    /// The addresses of inviters.
    public static var plausible: Generator {
        Generator { random in
            MultipeerAddressMessage(
                inviteID: random.inviteID(), sender: Generator<MultipeerPeerID>.plausible.next(&random),
                recipient: Generator<MultipeerPeerID>.plausible.next(&random),
                connectionData: Generator<MultipeerConnectionData>.plausible.wireForms.next(&random))
        }
    }

    /// Any connection data, readable or not, and other entries.
    public static var extreme: Generator {
        Generator { random in
            MultipeerAddressMessage(
                inviteID: random.boundary(), sender: Generator<MultipeerPeerID>.extreme.next(&random),
                recipient: Generator<MultipeerPeerID>.extreme.next(&random),
                connectionData: random.extremeBytes(upTo: 2000), others: random.otherEntries())
        }
    }
}

extension Generator where Value == MultipeerMessageHeader {
    /// Headers of published kinds.
    public static var plausible: Generator {
        Generator { random in
            var header = MultipeerMessageHeader()
            header.type = random.pick([.hello, .data, .accept])
            header.length = header.type == .accept ? 0 : UInt32(random.number(in: 40...400))
            header.number = UInt32(random.number(in: 0...5))
            header.checksum = random.integer()
            return header
        }
    }

    /// Any numbers.
    public static var extreme: Generator {
        Generator { random in
            var header = MultipeerMessageHeader()
            header.type = .init(rawValue: random.boundary())
            header.flags = .init(rawValue: random.boundary())
            (header.length, header.checksum) = (random.boundary(), random.integer())
            header.number = random.boundary()
            return header
        }
    }
}

extension Generator where Value == MultipeerMessage {
    /// Messages of every published kind.
    public static var plausible: Generator {
        Generator { random in
            let content: MultipeerMessage.Content =
                switch random.number(in: 0...7) {
                case 0: .hello(Generator<MultipeerHello>.plausible.next(&random))
                case 1: .helloAck
                case 2: .connectionAccept
                case 3, 4: .invitation(Generator<MultipeerInvitation>.plausible.next(&random))
                case 5: .answer(Generator<MultipeerAnswer>.plausible.next(&random))
                case 6: .addresses(Generator<MultipeerAddressMessage>.plausible.next(&random))
                default: .receipt
                }
            let number = UInt32(random.number(in: 0...5))
            return unfailing { try MultipeerMessage(content, number: number) }
        }
    }

    /// Any type, flags and body of up to 65,535 bytes, and messages of published kinds with unusual contents.
    public static var extreme: Generator {
        Generator { random in
            let content: MultipeerMessage.Content
            switch random.number(in: 0...7) {
            case 0: content = .hello(Generator<MultipeerHello>.extreme.next(&random))
            case 1: content = .invitation(Generator<MultipeerInvitation>.extreme.next(&random))
            case 2: content = .answer(Generator<MultipeerAnswer>.extreme.next(&random))
            case 3: content = .addresses(Generator<MultipeerAddressMessage>.extreme.next(&random))
            case 4:
                return MultipeerMessage(
                    .data, number: random.boundary(),
                    body: Generator<BinaryPropertyList.Value>.extreme.wireForms.next(&random))
            default:
                return MultipeerMessage(
                    random.pick([.hello, .data, .accept, .init(rawValue: random.integer())]),
                    flags: .init(rawValue: random.boundary()), number: random.boundary(),
                    body: random.extremeBytes(upTo: 0xFFFF))
            }
            let number: UInt32 = random.boundary()
            return unfailing { try MultipeerMessage(content, number: number) }
        }
    }
}

extension Generator where Value == [UInt8] {
    /// One direction of a connection over which peers invite each other: messages, one after another.
    public static func multipeerChannel(of messages: Generator<[MultipeerMessage]>) -> Generator {
        messages.map { messages in
            var stream = ByteWriter()
            // Generated bodies are below 4 GiB, which is all that writing asks for.
            unfailing { for message in messages { try message.serialize(into: &stream) } }
            return stream.bytes
        }
    }
}
