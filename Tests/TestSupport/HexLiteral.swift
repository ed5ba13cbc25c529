import WireCoding

/// The bytes of hexadecimal digits in a test.
///
/// Traps on anything else: a mistyped literal must not become an empty array that a parser rightly refuses.
public func hex(_ digits: String) -> [UInt8] {
    guard let bytes = Hex.decode(digits) else { preconditionFailure("not hexadecimal: \(digits)") }
    return bytes
}
