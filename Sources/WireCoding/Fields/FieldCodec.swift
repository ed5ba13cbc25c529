/// How a value of a wire element is shown as a field, read from one, and made up for tests.
public struct FieldCodec<Value>: Sendable {
    /// The value as a field shows it.
    public let encode: @Sendable (Value) -> FieldValue
    /// Reads a field; the path is that of the field, for the error.
    public let decode: @Sendable (FieldValue, _ path: String) throws(FieldError) -> Value
    /// A value at which programs break, or any other.
    public let extreme: @Sendable (inout any ExtremeSource) -> Value
    /// What a number says to people; of a list, what each of its numbers says.
    public let meaning: FieldMeaning?

    /// A codec of three closures.
    ///
    /// - Parameters:
    ///   - encode: Makes the field of a value.
    ///   - decode: Reads what `encode` makes; it gets the path of the field for its errors.
    ///   - extreme: Makes a value for tests.
    ///   - meaning: The unit or the names of a number; nil for a value that needs neither.
    @inlinable
    public init(
        encode: @escaping @Sendable (Value) -> FieldValue,
        decode: @escaping @Sendable (FieldValue, _ path: String) throws(FieldError) -> Value,
        extreme: @escaping @Sendable (inout any ExtremeSource) -> Value, meaning: FieldMeaning? = nil
    ) {
        self.encode = encode
        self.decode = decode
        self.extreme = extreme
        self.meaning = meaning
    }

    /// The same fields, with what they say to people.
    public func meaning(_ meaning: FieldMeaning) -> FieldCodec {
        FieldCodec(encode: encode, decode: decode, extreme: extreme, meaning: meaning)
    }

    /// The same fields for another type.
    public func map<Other>(
        _ make: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> FieldCodec<Other> {
        FieldCodec<Other>(
            encode: { encode(back($0)) },
            decode: { (field, path) throws(FieldError) in make(try decode(field, path)) },
            extreme: { make(extreme(&$0)) }, meaning: meaning)
    }

    /// The same fields, with other made-up values.
    public func extremes(_ extreme: @escaping @Sendable (inout any ExtremeSource) -> Value) -> FieldCodec {
        FieldCodec(encode: encode, decode: decode, extreme: extreme, meaning: meaning)
    }
}

extension FieldCodec where Value: FixedWidthInteger & Sendable {
    /// Any number of the type, with a sign if it has one.
    @inlinable public static var number: FieldCodec { number(upTo: .max) }

    /// A number of the type up to the maximum; reading throws ``FieldError`` for a larger one.
    @inlinable
    public static func number(upTo maximum: Value) -> FieldCodec {
        FieldCodec(
            encode: { .number($0) },
            decode: { (field, path) throws(FieldError) in
                guard let number: Value = field.exactly(), number <= maximum else {
                    throw FieldError(path, "is not a whole number from \(Value.min) to \(maximum)")
                }
                return number
            },
            extreme: { source in
                let number = source.extremeNumber(Value.self)
                return maximum == .max ? number : number % (maximum &+ 1)
            })
    }
}

extension FieldCodec
where Value: RawRepresentable & Sendable, Value.RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
    /// The raw number of a type or a set of flags.
    @inlinable public static var code: FieldCodec { code(upTo: .max) }

    /// A raw number up to the maximum; reading throws ``FieldError`` for a larger one, and for one that makes no value.
    @inlinable
    public static func code(upTo maximum: Value.RawValue) -> FieldCodec {
        let number = FieldCodec<Value.RawValue>.number(upTo: maximum)
        return FieldCodec(
            encode: { .number($0.rawValue) },
            decode: { (field, path) throws(FieldError) in
                guard let value = Value(rawValue: try number.decode(field, path)) else {
                    throw FieldError(path, "is not a known number")
                }
                return value
            },
            extreme: { source in
                while true { if let value = Value(rawValue: number.extreme(&source)) { return value } }
            })
    }
}

extension FieldCodec where Value == Bool {
    /// True or false.
    public static var flag: FieldCodec {
        FieldCodec(
            encode: { .boolean($0) },
            decode: { (field, path) throws(FieldError) in
                guard case .boolean(let flag) = field else { throw FieldError(path, "is neither true nor false") }
                return flag
            },
            extreme: { $0.chance(1, in: 2) })
    }
}

extension FieldCodec where Value == String {
    /// A string of any length.
    public static var text: FieldCodec {
        FieldCodec(
            encode: { .text($0) },
            decode: { (field, path) throws(FieldError) in
                guard case .text(let text) = field else { throw FieldError(path, "is not a string") }
                return text
            },
            extreme: { String(decoding: $0.extremeBytes(from: 0, upTo: 300), as: UTF8.self) })
    }
}

extension FieldCodec where Value: Sendable {
    /// A value that has a text.
    ///
    /// - Parameters:
    ///   - text: The text of a value.
    ///   - parse: Reads what `text` writes.
    ///   - problem: The rest of a sentence about a text that is not one: `is not an address like …`.
    ///   - extreme: Makes a value for tests.
    @inlinable
    public static func text(
        _ text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
        _ problem: String, extreme: @escaping @Sendable (inout any ExtremeSource) -> Value
    ) -> FieldCodec {
        FieldCodec(
            encode: { .text(text($0)) },
            decode: { (field, path) throws(FieldError) in
                guard let value = parse(try FieldCodec<String>.text.decode(field, path)) else {
                    throw FieldError(path, problem)
                }
                return value
            },
            extreme: extreme)
    }
}

extension FieldCodec where Value == LinkAddress {
    /// An address as text: `02:00:00:00:00:01`.
    public static var linkAddress: FieldCodec {
        .text(
            { $0.description }, parse: { LinkAddress($0) }, "is not a MAC address such as 02:00:00:00:00:01",
            extreme: { LinkAddress(rawValue: $0.extremeNumber(UInt64.self)) })
    }
}

extension FieldCodec where Value == [UInt8] {
    /// Bytes as hexadecimal digits.
    public static var hex: FieldCodec { hex(upTo: .max) }

    /// Bytes as hexadecimal digits; reading throws ``FieldError`` for text of more than `maximum` bytes.
    public static func hex(upTo maximum: Int) -> FieldCodec {
        FieldCodec(
            encode: { .hex($0) },
            decode: { (field, path) throws(FieldError) in
                if case .hex(let bytes) = field { return bytes }
                guard let bytes = Hex.decode(try FieldCodec<String>.text.decode(field, path)) else {
                    throw FieldError(path, "has characters that are not hexadecimal digits")
                }
                guard bytes.count <= maximum else { throw FieldError(path, "has more than \(maximum) bytes") }
                return bytes
            },
            extreme: { $0.extremeBytes(from: 0, upTo: min(maximum, 300)) })
    }

    /// Exactly that many bytes.
    public static func hex(count: Int) -> FieldCodec {
        FieldCodec(
            encode: { .hex($0) },
            decode: { (field, path) throws(FieldError) in
                let bytes = try FieldCodec.hex.decode(field, path)
                guard bytes.count == count else {
                    throw FieldError(path, "has \(bytes.count) bytes and not \(count)")
                }
                return bytes
            },
            extreme: { $0.extremeBytes(from: count, upTo: count) })
    }

    /// So many bytes of any value.
    public static func any(_ count: Int) -> FieldCodec { hex(count: count).extremes { $0.bytes(count) } }

    /// Bytes that are text, or `{"hex": digits}` where they are not.
    public static var textOrBytes: FieldCodec { textOrBytes(upTo: .max) }

    /// The same, of at most so many bytes.
    public static func textOrBytes(upTo maximum: Int) -> FieldCodec {
        FieldCodec(
            encode: { .textOrBytes($0) },
            decode: { (field, path) throws(FieldError) in
                let bytes = try bytes(ofTextOr: field, path)
                guard bytes.count <= maximum else { throw FieldError(path, "has more than \(maximum) bytes") }
                return bytes
            },
            extreme: { $0.extremeBytes(from: 0, upTo: min(maximum, 255)) })
    }

    private static func bytes(ofTextOr field: FieldValue, _ path: String) throws(FieldError) -> [UInt8] {
        if case .text(let text) = field { return Array(text.utf8) }
        guard case .object = field else { throw FieldError(path, "is neither a string nor {\"hex\": …}") }
        let object = try FieldObject(field, path: path)
        try object.expectOnly(["hex"])
        return try object.required(object.value("hex", .hex), "hex")
    }
}

extension FieldCodec where Value == UInt32 {
    /// The number of an organization (OUI), as six hexadecimal digits.
    public static var organization: FieldCodec {
        FieldCodec<[UInt8]>.hex(count: 3).map(
            { $0.reduce(0) { $0 << 8 | UInt32($1) } },
            back: { number in [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } })
    }
}

extension FieldCodec {
    /// An array of values.
    ///
    /// - Parameters:
    ///   - element: How each value is shown, read and made up.
    ///   - count: How many there may be; `problem` is about another number of them.
    ///   - problem: The rest of a sentence about another number of them.
    @inlinable
    public static func list<Element>(
        _ element: FieldCodec<Element>, count: ClosedRange<Int> = 0...Int.max, _ problem: String = ""
    ) -> FieldCodec where Value == [Element] {
        FieldCodec(
            encode: { .list($0.map(element.encode)) },
            decode: { (field, path) throws(FieldError) in
                guard case .list(let fields) = field else { throw FieldError(path, "is not an array") }
                guard count.contains(fields.count) else { throw FieldError(path, problem) }
                return try fields.indices.map { (index) throws(FieldError) in
                    try element.decode(fields[index], "\(path)[\(index)]")
                }
            },
            extreme: { source in
                let length =
                    count.lowerBound + source.extremeCount(upTo: min(count.upperBound - count.lowerBound, 4))
                return (0..<length).map { _ in element.extreme(&source) }
            }, meaning: element.meaning)
    }
}

extension FieldCodec where Value: DescribedValue {
    /// The fields of an element as an object, without any others.
    @inlinable
    public static var object: FieldCodec {
        let any = anyObject
        return FieldCodec(
            encode: any.encode,
            decode: { (field, path) throws(FieldError) in
                try FieldObject(field, path: path).expectOnly(Value.fieldNames)
                return try any.decode(field, path)
            },
            extreme: any.extreme)
    }
}

extension FieldCodec where Value: FieldElement {
    /// The fields of an element as an object, in which others are left to an outer check.
    @inlinable
    public static var anyObject: FieldCodec {
        FieldCodec(
            encode: { .object($0.fieldValues) },
            decode: { (field, path) throws(FieldError) in try Value(fields: FieldObject(field, path: path)) },
            extreme: { Value.extreme(from: &$0) })
    }
}

extension FieldCodec where Value == UInt8 {
    /// A version: two numbers up to 15 with a dot between them.
    public static var nibbles: FieldCodec {
        .text(
            { "\($0 >> 4).\($0 & 15)" },
            parse: { text in
                let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) ?? 16 }
                return numbers.count == 2 && numbers.allSatisfy { $0 < 16 } ? numbers[0] << 4 | numbers[1] : nil
            },
            "is not a version such as 3.4, with numbers up to 15", extreme: { $0.extremeNumber(UInt8.self) })
    }
}
