import WireCoding

extension QUICLogCodec<UInt64> {
    /// A whole number, or the digits of one.
    static let number = QUICLogCodec(
        decode: { json, _ in
            guard let digits = json.digits else { return nil }
            if let value = UInt64(digits), digits.utf8.first != UInt8(ascii: "+") { return value }
            guard let (value, isNegative, isExact) = QUICLogDecimal.magnitude(digits),
                isExact, !isNegative || value == 0
            else { return nil }
            return value
        },
        encode: QUICLogJSON.integer)

    /// A number that a program computed, rounded: windows may come with decimals.
    static let measure = QUICLogCodec(
        decode: { json, _ in
            guard let digits = json.digits, let (value, isNegative, _) = QUICLogDecimal.magnitude(digits) else {
                return nil
            }
            return isNegative && value > 0 ? nil : value
        },
        encode: QUICLogJSON.integer)
}

extension QUICLogCodec<Int64> {
    /// A duration in the log's unit of time, in nanoseconds here; written in milliseconds.
    static let duration = QUICLogCodec(
        decode: { json, unit in json.digits.flatMap { QUICLogDecimal.signed($0, shift: unit.decimals) } },
        encode: { .number(QUICLogDecimal.text($0, shift: QUICLogTimeUnit.milliseconds.decimals)) })
}

extension QUICLogCodec<Bool> {
    /// `true`, `false`, or these words in a string.
    static let flag = QUICLogCodec(
        decode: { json, _ in
            switch json {
            case .bool(let value): value
            case .escaped("true"): true
            case .escaped("false"): false
            default: nil
            }
        },
        encode: QUICLogJSON.bool)

    /// `bidirectional` or `unidirectional`.
    static let isBidirectional = QUICLogCodec(
        decode: { json, _ in
            switch json {
            case .escaped("bidirectional"): true
            case .escaped("unidirectional"): false
            default: nil
            }
        },
        encode: { .escaped($0 ? "bidirectional" : "unidirectional") })
}

extension QUICLogCodec<String> {
    static let text = QUICLogCodec(decode: { json, _ in json.string }, encode: QUICLogJSON.text)
}

extension QUICLogCodec<[UInt8]> {
    /// Bytes in hexadecimal digits, with or without `0x`.
    static let bytes = QUICLogCodec(
        decode: { json, _ in
            guard case .escaped(let digits) = json else { return nil }
            return Hex.decode(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits[...])
        },
        encode: { .escaped(Hex.encode($0)) })
}

extension QUICLogCodec<UInt32> {
    /// A version of QUIC: hexadecimal digits, or a number.
    static let version = QUICLogCodec(
        decode: { json, _ in
            switch json {
            case .number(let digits): UInt32(digits)
            case .escaped(let digits):
                digits.utf8.first == UInt8(ascii: "+")
                    ? nil : UInt32(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits[...], radix: 16)
            default: nil
            }
        },
        encode: { .escaped($0.digits(8, radix: 16)) })
}

extension QUICLogCodec<[ClosedRange<UInt64>]> {
    /// Ranges of packet numbers: `[[0,3],[5]]`, each of one number or of the first and the last.
    static let ranges = QUICLogCodec(
        decode: { json, unit in
            guard let elements = json.elements else { return nil }
            var ranges: [ClosedRange<UInt64>] = []
            ranges.reserveCapacity(elements.count)
            for element in elements {
                guard let bounds = QUICLogCodec<[UInt64]>.list(of: .number).decode(element, unit),
                    1...2 ~= bounds.count, bounds[0] <= bounds[bounds.count - 1]
                else { return nil }
                ranges.append(bounds[0]...bounds[bounds.count - 1])
            }
            return ranges
        },
        encode: { ranges in
            .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
        })
}

extension QUICLogCodec {
    /// An array whose elements all are such values.
    static func list<Element: Sendable>(of element: QUICLogCodec<Element>) -> QUICLogCodec<[Element]>
    where Value == [Element] {
        QUICLogCodec<[Element]>(
            decode: { json, unit in
                guard let elements = json.elements else { return nil }
                var values: [Element] = []
                values.reserveCapacity(elements.count)
                for json in elements {
                    guard let value = element.decode(json, unit) else { return nil }
                    values.append(value)
                }
                return values
            },
            encode: { .array($0.map(element.encode)) })
    }

    /// A string that a type is made of.
    static func word() -> QUICLogCodec<Value> where Value: RawRepresentable<String> {
        QUICLogCodec(
            decode: { json, _ in json.string.flatMap(Value.init(rawValue:)) }, encode: { .text($0.rawValue) })
    }
}
