import WireCoding

/// The message types of a file that `protoc --descriptor_set_out` wrote (`google/protobuf/descriptor.proto`).
struct ProtobufTypes: Sendable {
    struct Field: Sendable {
        var name: String
        var number: Int
        /// `FieldDescriptorProto.Type`.
        var type: Int
        var isRepeated: Bool
        /// The message's index where the type is one; -1 otherwise.
        var message = -1
        var typeName: String
        var isInOneof: Bool
    }

    struct Message: Sendable {
        var name: String
        var fields: [Field] = []

        func field(_ number: Int) -> Field? { fields.first { $0.number == number } }
    }

    private(set) var messages: [Message] = []

    /// Nil for bytes that are not such a file.
    init?(_ set: [UInt8]) {
        guard set.count <= 16 << 20, readSet(set.span), !messages.isEmpty else { return nil }
        var indices: [String: Int] = [:]
        for (index, message) in messages.enumerated() { indices[message.name] = index }
        for index in messages.indices {
            for field in messages[index].fields.indices {
                let name = messages[index].fields[field].typeName
                messages[index].fields[field].message = indices[String(name.drop { $0 == "." })] ?? -1
            }
        }
    }

    func index(of name: String) -> Int? { messages.firstIndex { $0.name == name } }

    private mutating func readSet(_ set: Span<UInt8>) -> Bool {
        var position = 0
        while position < set.count {
            guard let field = ProtobufField(set, at: &position) else { return false }
            if field.number == 1, let file = field.place, !readFile(set.extracting(file.range)) { return false }
        }
        return true
    }

    private mutating func readFile(_ file: Span<UInt8>) -> Bool {
        var package = ""
        var places: [ValueRange] = []
        var position = 0
        while position < file.count {
            guard let field = ProtobufField(file, at: &position) else { return false }
            if field.number == 2 { package = field.text(in: file) }
            if field.number == 4, let place = field.place { places.append(place) }
        }
        return places.allSatisfy { readMessage(file.extracting($0.range), prefix: package, depth: 0) }
    }

    private mutating func readMessage(_ bytes: Span<UInt8>, prefix: String, depth: Int) -> Bool {
        guard depth < 32, messages.count < 4096 else { return false }
        var message = Message(name: "")
        var nested: [ValueRange] = []
        var position = 0
        while position < bytes.count {
            guard let field = ProtobufField(bytes, at: &position) else { return false }
            switch (field.number, field.place) {
            case (1, _): message.name = (prefix.isEmpty ? "" : prefix + ".") + field.text(in: bytes)
            case (2, let place?):
                guard let description = Self.field(bytes.extracting(place.range)) else { return false }
                message.fields.append(description)
            case (3, let place?): nested.append(place)
            default: break
            }
        }
        messages.append(message)
        return nested.allSatisfy { readMessage(bytes.extracting($0.range), prefix: message.name, depth: depth + 1) }
    }

    private static func field(_ bytes: Span<UInt8>) -> Field? {
        var result = Field(name: "", number: 0, type: 0, isRepeated: false, typeName: "", isInOneof: false)
        var isSynthetic = false
        var position = 0
        while position < bytes.count {
            guard let field = ProtobufField(bytes, at: &position) else { return nil }
            let number = Int(truncatingIfNeeded: field.integer)
            switch field.number {
            case 1: result.name = field.text(in: bytes)
            case 3: result.number = number
            case 4: result.isRepeated = number == 3
            case 5: result.type = number
            case 6: result.typeName = field.text(in: bytes)
            case 9: result.isInOneof = true
            case 17: isSynthetic = number != 0
            default: break
            }
        }
        // `optional` of proto3 is written as a oneof of its own.
        if isSynthetic { result.isInOneof = false }
        return result
    }
}

/// A field on the wire of Protocol Buffers: its number and its value, or where its bytes are.
struct ProtobufField {
    /// 1 to 2^29 - 1.
    let number: Int
    /// 0 varint, 1 eight bytes, 2 bytes with a length, 3 group, 5 four bytes.
    let wireType: Int
    let integer: UInt64
    /// The bytes of the types 2 and 3.
    let place: ValueRange?

    /// Groups within each other.
    private static let maximumDepth = 64

    /// Moves over a field; nil where there is none.
    init?(_ bytes: Span<UInt8>, at position: inout Int) {
        self.init(bytes, at: &position, depth: 0)
    }

    private init?(_ bytes: Span<UInt8>, at position: inout Int, depth: Int) {
        guard case .value(let tag, let length) = Varint(bytes, at: position) else { return nil }
        position &+= length
        guard tag >> 3 > 0, tag >> 3 < 1 << 29 else { return nil }
        number = Int(tag >> 3)
        wireType = Int(tag & 7)
        switch wireType {
        case 0:
            guard case .value(let value, let length) = Varint(bytes, at: position) else { return nil }
            position &+= length
            (integer, place) = (value, nil)
        case 1, 5:
            let size = wireType == 1 ? 8 : 4
            guard size <= bytes.count &- position else { return nil }
            integer = FieldProgram.integer(bytes, position, size, isLittle: true)
            place = nil
            position &+= size
        case 2:
            guard case .value(let count, let length) = Varint(bytes, at: position),
                count <= UInt64(bytes.count &- position &- length)
            else { return nil }
            position &+= length
            (integer, place) = (0, ValueRange(position, position &+ Int(count)))
            position &+= Int(count)
        case 3:
            guard depth < Self.maximumDepth else { return nil }
            let start = position
            var end = position
            while true {
                end = position
                guard let inner = ProtobufField(bytes, at: &position, depth: depth &+ 1) else { return nil }
                if inner.wireType == 4 {
                    guard inner.number == number else { return nil }
                    break
                }
            }
            (integer, place) = (0, ValueRange(start, end))
        case 4:
            guard depth > 0 else { return nil }
            (integer, place) = (0, nil)
        default: return nil
        }
    }

    func text(in bytes: Span<UInt8>) -> String {
        place.map { String(decoding: bytes.copied($0.range), as: UTF8.self) } ?? ""
    }

    /// Whether bytes are fields from the first to the last.
    static func areFields(_ bytes: Span<UInt8>) -> Bool {
        var position = 0
        while position < bytes.count {
            guard ProtobufField(bytes, at: &position) != nil else { return false }
        }
        return true
    }
}
