import ArgumentParser

/// The permissions of a file that is made.
struct FileMode: Equatable, CustomStringConvertible {
    /// Those of its owner, group and others, as `chmod` has them.
    let bits: UInt16

    var description: String { String(bits, radix: 8) }

    /// Reads the value of an option.
    static let option: @Sendable (String) throws -> FileMode = { text in
        let isOctal = (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
        guard isOctal, let bits = UInt16(text, radix: 8), bits <= 0o777, bits & 0o200 != 0 else {
            throw OptionValueError("expected three octal digits that let the owner write, such as 640")
        }
        return FileMode(bits: bits)
    }
}
