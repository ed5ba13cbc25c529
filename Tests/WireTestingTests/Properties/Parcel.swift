import WireCoding
import WireTesting

/// A protocol as an adopter may have one: items of a type (1 byte), a length (2 bytes, little-endian) and a body.
struct Parcel: Equatable, Sendable {
    enum Item: Equatable, Sendable {
        case data([UInt8])
        case status(UInt8, at: UInt32)
        case note(String)
        /// Room for as many megabytes as the byte says.
        case room(UInt8)
    }

    var items: [Item]

    /// What may be wrong with the parser.
    enum Fault: Codable {
        /// Lengths above 700 are read with the wrong byte order.
        case byteOrder
        /// The first byte of a note is read without asking if there is one.
        case emptyNote
        /// The lowest bit of statuses from 0xF0 on is lost.
        case statusBit
        /// An item of an unknown type and no body is never left.
        case endlessLoop
        /// The room is made at once.
        case memory
        /// The last byte of data is lost where the length takes two bytes.
        case offByOne
    }

    static let format = FieldFormat(typeWidth: 1, lengthWidth: 2)

    init(items: [Item]) { self.items = items }

    init(_ bytes: [UInt8], fault: Fault? = nil) throws(WireError) {
        items = []
        var input = ByteReader(bytes.span)
        while !input.isAtEnd {
            let type = try input.readUInt8("type")
            var length = Int(try input.readUInt16LittleEndian("length"))
            if fault == .byteOrder, length > 700 { length = Int(UInt16(length).byteSwapped) }
            var body = try input.readBytes(length, "body")
            switch type {
            case 1:
                if fault == .offByOne, length > 255 { body.removeLast() }
                items.append(.data(body))
            case 2:
                guard length == 5 else { throw WireError(.invalidValue(UInt64(length)), field: "length", offset: 1) }
                let code = fault == .statusBit && body[0] >= 0xF0 ? body[0] & 0xFE : body[0]
                items.append(.status(code, at: body[1...].reduce(0) { $0 << 8 | UInt32($1) }))
            case 3:
                if fault == .emptyNote, body[0] == 0 { continue }
                items.append(.note(String(decoding: body, as: UTF8.self)))
            case 4:
                guard length == 1 else { throw WireError(.invalidValue(UInt64(length)), field: "length", offset: 1) }
                if fault == .memory { _ = [UInt8](repeating: 1, count: Int(body[0]) << 20).last }
                items.append(.room(body[0]))
            default:
                var rest = body[...]
                repeat { rest = rest.dropFirst() } while fault == .endlessLoop && rest.isEmpty
            }
        }
    }

    func bytes() -> [UInt8] {
        var output = ByteWriter()
        for item in items {
            let (type, body): (UInt8, [UInt8]) =
                switch item {
                case .data(let data): (1, data)
                case .status(let code, let time):
                    (2, [code] + (0..<4).map { UInt8(truncatingIfNeeded: time >> (24 - 8 * $0)) })
                case .note(let text): (3, Array(text.utf8))
                case .room(let size): (4, [size])
                }
            output.writeUInt8(type)
            output.writeUInt8(UInt8(truncatingIfNeeded: body.count))
            output.writeUInt8(UInt8(truncatingIfNeeded: body.count >> 8))
            output.writeBytes(body)
        }
        return output.bytes
    }
}

extension Generator where Value == Parcel {
    /// Up to six items, with up to 900 bytes of data. It knows nothing of shrinking.
    static var parcels: Self {
        Self { random in
            var items: [Parcel.Item] = []
            for _ in 0..<random.number(in: 0...6) {
                switch random.number(in: 0...3) {
                case 0: items.append(.data(random.bytes(random.number(in: 0...900))))
                case 1: items.append(.status(random.boundary(), at: random.boundary()))
                case 2: items.append(.note(random.text(random.number(in: 0...40))))
                default: items.append(.room(UInt8(random.number(in: 0...255))))
                }
            }
            return Parcel(items: items)
        }
    }
}
