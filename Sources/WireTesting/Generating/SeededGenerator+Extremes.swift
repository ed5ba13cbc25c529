import WireCoding

extension SeededGenerator: ExtremeSource {
    /// Half of them any number, half numbers at boundaries.
    public mutating func extremeNumber<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        chance(1, in: 2) ? integer() : boundary()
    }

    /// A value of an element's or a field's own kind.
    mutating func extreme<Value>(_ make: (inout any ExtremeSource) -> Value) -> Value {
        var source: any ExtremeSource = self
        let value = make(&source)
        if let random = source as? SeededGenerator { self = random }
        return value
    }
}
