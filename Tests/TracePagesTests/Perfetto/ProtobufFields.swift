import Testing

/// The fields of one message of Protocol Buffers, read by the rules of its encoding alone.
struct ProtobufFields {
    private(set) var fields: [(number: Int, value: Value)] = []

    enum Value: Equatable {
        case number(UInt64)
        case bytes([UInt8])
    }

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let key = try Self.varint(&rest)
            let value: Value
            switch key & 7 {
            case 0: value = .number(try Self.varint(&rest))
            case 1: value = .number(try Self.take(8, of: &rest).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            case 2: value = .bytes(try Self.take(Int(Self.varint(&rest)), of: &rest))
            default: throw Failure()
            }
            try #require(key >> 3 > 0)
            fields.append((Int(key >> 3), value))
        }
    }

    struct Failure: Error {}

    func numbers(_ field: Int) -> [UInt64] {
        fields.compactMap { if case .number(let number) = $0.value, $0.number == field { number } else { nil } }
    }

    func texts(_ field: Int) throws -> [String] {
        try bytes(field).map { try #require(String(validating: $0, as: UTF8.self)) }
    }

    func messages(_ field: Int) throws -> [ProtobufFields] { try bytes(field).map { try ProtobufFields($0) } }

    private func bytes(_ field: Int) -> [[UInt8]] {
        fields.compactMap { if case .bytes(let bytes) = $0.value, $0.number == field { bytes } else { nil } }
    }

    private static func take(_ count: Int, of bytes: inout ArraySlice<UInt8>) throws -> [UInt8] {
        try #require(count <= bytes.count)
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    private static func varint(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let first = bytes.popFirst()
            let byte = try #require(first)
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw Failure()
    }
}
