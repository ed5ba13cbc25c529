/// A path of the system as text, and back. A path is bytes, mostly UTF-8.
///
/// A byte that is not UTF-8 becomes the private-use character U+10F700 plus its value. A path that has such characters
/// already has each of their bytes written so, and therefore every path has one text, and different paths have different
/// ones. `SafeText` shows such a character as `\xE4`.
package enum PathText {
    private static let base: UInt32 = 0x10_F700

    /// The byte that a character stands for; nil for a character that stands for itself.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        (base &+ 0x80...base &+ 0xFF).contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value &- base) : nil
    }

    /// The text of a path.
    package static func text(_ bytes: [UInt8]) -> String {
        let whole = String(decoding: bytes, as: UTF8.self)
        if whole.utf8.elementsEqual(bytes), !whole.unicodeScalars.contains(where: { byte($0) != nil }) { return whole }
        var text = String.UnicodeScalarView()
        var position = 0
        while position < bytes.count {
            if let (scalar, count) = scalar(bytes[position...]) {
                text.append(scalar)
                position += count
            } else {
                if let scalar = Unicode.Scalar(base &+ UInt32(bytes[position])) { text.append(scalar) }
                position += 1
            }
        }
        return String(text)
    }

    /// The path that a text stands for.
    package static func bytes(_ text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: { byte($0) != nil }) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// The path that a text stands for, as calls of the system take it.
    package static func cString(_ text: String) -> [CChar] { bytes(text).map { CChar(bitPattern: $0) } + [0] }

    /// The character at the beginning of the bytes, and how many of them it takes; nil where none can stand for itself.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, count: Int)? {
        for count in 1...4 where count <= bytes.count {
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            guard text.utf8.elementsEqual(bytes.prefix(count)), let scalar = text.unicodeScalars.first else { continue }
            return byte(scalar) == nil ? (scalar, count) : nil
        }
        return nil
    }
}

/// The arguments of this program without its name, each as ``PathText`` has it.
package func programArguments() -> [String] {
    // The system's array of as many terminated strings as the count says, which nobody changes; each is copied at once.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
        return unsafe PathText.text(Array(bytes))
    }
}
