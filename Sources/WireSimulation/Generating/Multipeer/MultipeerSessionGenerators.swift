import MultipeerWire
import WireCoding
import WireTesting

extension SeededGenerator {
    fileprivate mutating func participant() -> MultipeerParticipantID { MultipeerParticipantID(peerNumber: next()) }

    fileprivate mutating func token() -> MultipeerToken { MultipeerToken(rawValue: integer()) }

    /// Any participant, one with the top bit too.
    fileprivate mutating func anyParticipant() -> MultipeerParticipantID {
        MultipeerParticipantID(rawValue: boundary())
    }

    /// Mostly nothing: bytes after what is known.
    fileprivate mutating func trailingBytes() -> [UInt8] { chance(1, in: 4) ? extremeBytes(upTo: 40) : [] }
}

extension Generator where Value == MultipeerAddressSegment {
    /// Segments of the first addresses of a family.
    public static var plausible: Generator {
        Generator { random in
            MultipeerAddressSegment(
                random.pick([.ipv4, .ipv6]), index: random.number(in: 0...2),
                port: UInt16(random.number(in: 16397...16402)), token: random.token(),
                recipient: random.participant(), interface: random.pick([.usual, .usual, .second]))
        }
    }

    /// Any numbers in all fields.
    public static var extreme: Generator {
        Generator { random in
            var segment = MultipeerAddressSegment()
            segment.interface = .init(rawValue: random.integer())
            segment.recipient = random.anyParticipant()
            segment.token = MultipeerToken(rawValue: random.boundary())
            segment.family = .init(rawValue: random.integer())
            segment.reserved = random.boundary(UInt32.self) & 0xFF_FFFF
            segment.place = random.integer()
            segment.port = random.boundary()
            return segment
        }
    }
}

extension Generator where Value == MultipeerAddressList {
    /// One or two IPv4 addresses and up to two of IPv6, each with its segment.
    public static var plausible: Generator {
        Generator { random in
            let recipient = random.participant()
            let port = UInt16(random.number(in: 16397...16402))
            var list = MultipeerAddressList()
            for index in 0..<random.number(in: 1...2) {
                list.ipv4.append(IPAddress(ipv4: 0xC0A8_0000 | random.integer() & 0xFFFF))
                list.segments.append(
                    MultipeerAddressSegment(
                        .ipv4, index: index, port: port, token: random.token(), recipient: recipient))
            }
            for index in 0..<random.number(in: 0...2) {
                list.ipv6.append(IPAddress(ipv6High: 0xFE80 << 48, low: random.next()))
                list.segments.append(
                    MultipeerAddressSegment(
                        .ipv6, index: index, port: port, token: random.token(), recipient: recipient,
                        interface: index == 0 ? .usual : .second))
            }
            return list
        }
    }

    /// None to fifteen addresses of each family, segments that point anywhere, and bytes after them.
    public static var extreme: Generator {
        Generator { random in
            var list = MultipeerAddressList(trailing: random.trailingBytes())
            for _ in 0..<random.extremeCount(upTo: 15) { list.ipv4.append(IPAddress(ipv4: random.boundary())) }
            for _ in 0..<random.extremeCount(upTo: 15) {
                list.ipv6.append(IPAddress(ipv6High: random.boundary(), low: random.boundary()))
            }
            for _ in 0..<list.ipv4.count + list.ipv6.count {
                list.segments.append(Generator<MultipeerAddressSegment>.extreme.next(&random))
            }
            return list
        }
    }
}

extension Generator where Value == MultipeerConnectionData {
    /// Connection data of every security setting.
    public static var plausible: Generator {
        Generator { random in
            MultipeerConnectionData(
                MultipeerSecurity(
                    random.pick(MultipeerSecurity.Encryption.allCases), authentication: random.chance(1, in: 4)),
                addresses: Generator<MultipeerAddressList>.plausible.next(&random))
        }
    }

    /// Any marker, security and addresses.
    public static var extreme: Generator {
        Generator { random in
            MultipeerConnectionData(
                MultipeerSecurity(rawValue: random.integer()),
                addresses: Generator<MultipeerAddressList>.extreme.next(&random), marker: random.integer())
        }
    }
}

extension Generator where Value == MultipeerCheckAttribute {
    /// The attributes that peers use.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...5) {
            case 0: .userName(receiver: random.token(), sender: random.token())
            case 1: MultipeerCheckAttribute(.unknown1, [0, 0, 0, 6])
            case 2: MultipeerCheckAttribute(.unknown3, [0, 0, 3, 0xF2])
            case 3: MultipeerCheckAttribute(.counter, random.bytes(4))
            case 4: MultipeerCheckAttribute(.useCandidate, [])
            default: MultipeerCheckAttribute(random.pick([.controlled, .controlling]), random.bytes(8))
            }
        }
    }

    /// Any type, values of up to 1,000 bytes, any padding.
    public static var extreme: Generator {
        Generator { random in
            let value = random.extremeBytes(upTo: 1000)
            return MultipeerCheckAttribute(
                .init(rawValue: random.pick([0x0001, 0x0006, 0x0025, 0x8004, 0x8009, 0x8029, random.integer()])),
                value, padding: random.bytes(-value.count & 3))
        }
    }
}

extension Generator where Value == MultipeerCheck {
    /// Requests and responses as peers send them, nominating ones too.
    public static var plausible: Generator {
        Generator { random in
            let isResponse = random.chance(1, in: 2)
            let isNominating = random.chance(1, in: 3)
            var attributes: [MultipeerCheckAttribute] = [
                .userName(receiver: random.token(), sender: random.token())
            ]
            if isResponse {
                attributes.append(MultipeerCheckAttribute(.mappedAddress, [0, 1] + random.bytes(6)))
            }
            attributes += [
                MultipeerCheckAttribute(.unknown1, [0, 0, 0, 6]),
                MultipeerCheckAttribute(.unknown3, [0, 0, 3, 0xF2]),
                MultipeerCheckAttribute(.counter, random.bytes(4)),
            ]
            if isResponse {
                attributes.append(MultipeerCheckAttribute(.unknown5, [0, 0, 0, 6]))
            } else {
                attributes.append(
                    MultipeerCheckAttribute(
                        isNominating || random.chance(1, in: 2) ? .controlling : .controlled, random.bytes(8)))
            }
            if isNominating, isResponse {
                let value = [0, 1] + Generator<MultipeerAddressList>.plausible.wireForms.next(&random)
                attributes.append(
                    MultipeerCheckAttribute(
                        .addresses, value, padding: [UInt8](repeating: 0xAA, count: -value.count & 3)))
            } else if isNominating {
                attributes.append(MultipeerCheckAttribute(.useCandidate, []))
                attributes.append(MultipeerCheckAttribute(.nomination, [0, 0, 6, 1]))
            }
            return MultipeerCheck(
                isResponse ? .response : .request,
                transactionHigh: 1 << 48 | random.next() & 0xFFFF_FFFF_FFFF, transactionLow: random.integer(),
                attributes: attributes)
        }
    }

    /// Any type of STUN, and any attributes.
    public static var extreme: Generator {
        Generator { random in
            MultipeerCheck(
                .init(rawValue: random.boundary(UInt16.self) & 0x3FFF), transactionHigh: random.boundary(),
                transactionLow: random.boundary(),
                attributes: (0..<random.extremeCount(upTo: 60)).map { _ in
                    Generator<MultipeerCheckAttribute>.extreme.next(&random)
                })
        }
    }
}

extension Generator where Value == MultipeerSealedRecord {
    /// Records of a handshake, and of data after it.
    public static var plausible: Generator {
        Generator { random in
            let isSealed = random.chance(2, in: 3)
            return MultipeerSealedRecord(
                isSealed ? .applicationData : random.pick([.handshake, .handshake, .changeCipherSpec, .alert]),
                epoch: isSealed ? 1 : 0, sequenceNumber: UInt64(random.number(in: 0...1000)),
                fragment: random.bytes(random.number(in: 1...200)))
        }
    }

    /// Any type, version and epoch, and fragments of up to 65,535 bytes.
    public static var extreme: Generator {
        Generator { random in
            MultipeerSealedRecord(
                .init(rawValue: random.integer()), version: random.boundary(), epoch: random.boundary(),
                sequenceNumber: random.boundary(UInt64.self) & 0xFFFF_FFFF_FFFF,
                fragment: random.extremeBytes(upTo: 0xFFFF))
        }
    }
}

extension Generator where Value == MultipeerNode {
    /// A node with one neighbor, or some.
    public static var plausible: Generator {
        Generator { random in
            MultipeerNode(
                random.participant(), sequence: UInt16(random.number(in: 0...9)),
                neighbors: (0..<random.number(in: 1...3)).map { _ in
                    MultipeerNode.Neighbor(random.participant(), roundTripTime: UInt32(random.number(in: 1...500)))
                })
        }
    }

    /// Any name of up to 255 bytes, none to 300 neighbors.
    public static var extreme: Generator {
        Generator { random in
            MultipeerNode(
                random.anyParticipant(), sequence: random.boundary(), name: random.extremeBytes(upTo: 255),
                neighbors: (0..<random.extremeCount(upTo: 300)).map { _ in
                    MultipeerNode.Neighbor(random.anyParticipant(), roundTripTime: random.boundary())
                })
        }
    }
}

extension Generator where Value == MultipeerPacket.Content {
    /// Contents of every published type.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...6) {
            case 0: return .hello(MultipeerSessionHello())
            case 1: return .database(MultipeerLinkDatabase(nodes: [Generator<MultipeerNode>.plausible.next(&random)]))
            case 2:
                return .linkState(
                    MultipeerLinkState(
                        sequence: UInt16(random.number(in: 0...9)),
                        nodes: Generator<MultipeerNode>.plausible.list(count: 1...2).next(&random)))
            case 3: return .linkStateAck(MultipeerLinkStateAck(sequence: UInt16(random.number(in: 0...9))))
            case 4:
                return .heartbeat(
                    MultipeerHeartbeat(random.pick([.request, .reply]), number: UInt16(random.number(in: 0...99))))
            case 5:
                return .delivery(
                    MultipeerDelivery(
                        .data, from: random.participant(), to: random.participant(),
                        number: UInt32(random.number(in: 0...300)), received: random.number(in: 0...300),
                        payload: random.bytes(random.number(in: 1...200))))
            default:
                return .delivery(
                    MultipeerDelivery(
                        .acknowledgment, from: random.participant(), to: random.participant(),
                        number: UInt32(random.number(in: 0...300)), received: random.number(in: 1...300)))
            }
        }
    }

    /// Any numbers, nodes without name and with many neighbors, bytes after what is known.
    public static var extreme: Generator {
        Generator { random in
            let nodes = Generator<MultipeerNode>.extreme.list(count: 0...4)
            switch random.number(in: 0...6) {
            case 0:
                var hello = MultipeerSessionHello()
                (hello.word, hello.flags) = (random.boundary(), random.boundary())
                (hello.firstNumber, hello.secondNumber) = (random.boundary(), random.boundary())
                (hello.reserved, hello.trailing) = (random.boundary(), random.trailingBytes())
                return .hello(hello)
            case 1:
                return .database(MultipeerLinkDatabase(nodes: nodes.next(&random), trailing: random.trailingBytes()))
            case 2:
                return .linkState(
                    MultipeerLinkState(
                        sequence: random.boundary(), nodes: nodes.next(&random), trailing: random.trailingBytes()))
            case 3:
                return .linkStateAck(
                    MultipeerLinkStateAck(sequence: random.boundary(), trailing: random.trailingBytes()))
            case 4:
                return .heartbeat(
                    MultipeerHeartbeat(
                        .init(rawValue: random.boundary()), number: random.boundary(), trailing: random.trailingBytes())
                )
            default:
                var delivery = MultipeerDelivery(
                    random.pick([.data, .acknowledgment]), from: random.anyParticipant(), to: random.anyParticipant(),
                    number: random.boundary(), received: 0, payload: random.extremeBytes(upTo: 65_499))
                (delivery.receiveMark, delivery.numberMark) = (random.integer(), random.integer())
                (delivery.reserved, delivery.sendMark) = (random.integer(), random.integer())
                return .delivery(delivery)
            }
        }
    }
}

extension Generator where Value == MultipeerPacketHeader {
    /// Headers of published types.
    public static var plausible: Generator {
        Generator { random in
            var header = MultipeerPacketHeader()
            header.type = random.pick([
                .sessionHello, .databaseDescription, .linkState, .linkStateAck, .delivery, .heartbeat,
            ])
            header.channel = header.type == .sessionHello ? MultipeerPacket.helloChannel : 0
            header.length = UInt16(random.number(in: 18...200))
            (header.sender, header.receiver) = (random.participant(), random.participant())
            header.checksum = random.integer()
            return header
        }
    }

    /// Any numbers.
    public static var extreme: Generator {
        Generator { random in
            var header = MultipeerPacketHeader()
            header.marker = random.integer()
            header.type = .init(rawValue: random.integer())
            (header.length, header.channel, header.checksum) = (random.boundary(), random.boundary(), random.integer())
            (header.sender, header.receiver) = (random.anyParticipant(), random.anyParticipant())
            return header
        }
    }
}

extension Generator where Value == MultipeerPacket {
    /// Packets of every published type.
    public static var plausible: Generator {
        Generator { random in
            let content = Generator<MultipeerPacket.Content>.plausible.next(&random)
            let (sender, receiver) = (random.participant(), random.participant())
            return unfailing { try MultipeerPacket(content, sender: sender, receiver: receiver) }
        }
    }

    /// Any type, channel and body, and published types with unusual contents.
    public static var extreme: Generator {
        Generator { random in
            guard random.chance(1, in: 2) else {
                return MultipeerPacket(
                    .init(rawValue: random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, random.integer()])),
                    channel: random.boundary(), sender: random.anyParticipant(), receiver: random.anyParticipant(),
                    body: random.extremeBytes(upTo: MultipeerPacket.maximumBodyLength))
            }
            let content = Generator<MultipeerPacket.Content>.extreme.next(&random)
            let (sender, receiver) = (random.anyParticipant(), random.anyParticipant())
            return unfailing { try MultipeerPacket(content, sender: sender, receiver: receiver) }
        }
    }
}

extension Generator where Value == MultipeerDatagram {
    /// The datagrams of sessions: checks, sealed records and plain packets.
    public static var plausible: Generator {
        Generator { random in
            switch random.number(in: 0...3) {
            case 0: .check(Generator<MultipeerCheck>.plausible.next(&random))
            case 1: .sealed(Generator<MultipeerSealedRecord>.plausible.next(&random))
            default: .packet(Generator<MultipeerPacket>.plausible.next(&random))
            }
        }
    }

    /// The same with any contents.
    public static var extreme: Generator {
        Generator { random in
            switch random.number(in: 0...3) {
            case 0: .check(Generator<MultipeerCheck>.extreme.next(&random))
            case 1: .sealed(Generator<MultipeerSealedRecord>.extreme.next(&random))
            default: .packet(Generator<MultipeerPacket>.extreme.next(&random))
            }
        }
    }
}
