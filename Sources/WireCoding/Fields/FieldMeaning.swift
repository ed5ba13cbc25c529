/// What the number of a field says to people: how much of a unit it is, or which of the known values. Programs get the number
/// alone.
@nonexhaustive
public enum FieldMeaning: Sendable {
    /// The number counts that unit.
    case unit(FieldUnit)
    /// The name of a value in words; nil for a value that has none.
    case name(@Sendable (UInt64) -> String?)
    /// The same of a number that standards and other tools write with so many hexadecimal digits: 0x86DD.
    case hexadecimal(digits: Int, name: @Sendable (UInt64) -> String? = { _ in nil })

    /// The unit or the name of a value; nil for one without a name, and for one that is not a number.
    public func words(for value: FieldValue) -> String? {
        switch self {
        case .unit(let unit): value.isNumber ? unit.rawValue : nil
        case .name(let name), .hexadecimal(_, let name): value.exactly(UInt64.self).flatMap(name)
        }
    }

    /// Names of values in the order of their numbers, from 0 on.
    public static func names(_ names: String...) -> FieldMeaning {
        .name { $0 < UInt64(names.count) ? names[Int($0)] : nil }
    }

    /// Names of the bits of a number, from the lowest on; an empty one for a bit without a name.
    public static func bits(_ names: String...) -> FieldMeaning {
        .name { number in
            let set = names.indices.filter { number >> UInt64($0) & 1 == 1 && !names[$0].isEmpty }
            return set.isEmpty ? nil : set.map { names[$0] }.joined(separator: ", ")
        }
    }
}

/// The unit of a number on the wire.
@nonexhaustive
public enum FieldUnit: String, Sendable {
    /// 1,024 µs (IEEE 802.11 §3.1).
    case timeUnits = "TU"
    /// 10⁻⁹ s.
    case nanoseconds = "ns"
    /// 10⁻⁶ s.
    case microseconds = "µs"
    /// Whole seconds.
    case seconds = "s"
    /// Octets: the length of something on the wire.
    case bytes
    /// Single bits.
    case bits
    /// Groups of four bytes, as the lengths of IPv4 and TCP headers count.
    case words = "32-bit words"
    /// Stations that pass something on, as a router does with a packet.
    case hops
    /// Time slots of a schedule.
    case slots
    /// A ratio of powers.
    case decibels = "dB"
    /// A power relative to one milliwatt.
    case decibelMilliwatts = "dBm"
    /// A radio frequency.
    case megahertz = "MHz"
    /// A data rate.
    case bitsPerSecond = "bit/s"
}

extension FieldValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .real: true
        default: false
        }
    }
}

extension FieldCodec where Value: FixedWidthInteger & Sendable {
    /// A number of a unit.
    public static func number(in unit: FieldUnit) -> FieldCodec { number.meaning(.unit(unit)) }

    /// A number whose values have names.
    public static func number(_ meaning: FieldMeaning) -> FieldCodec { number.meaning(meaning) }
}

extension FieldCodec
where Value: RawRepresentable & Sendable, Value.RawValue: FixedWidthInteger & UnsignedInteger & Sendable {
    /// The raw number of a type or a set of flags, with the names of its values.
    public static func code(_ meaning: FieldMeaning) -> FieldCodec { code.meaning(meaning) }
}
