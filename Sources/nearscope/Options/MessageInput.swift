import ArgumentParser
import Foundation
import WireCoding

/// The source of the input of `decode` and `encode`: the argument itself, a file, or standard input.
struct MessageInput: ParsableArguments {
    @Argument(help: ArgumentHelp("The text itself, or - for standard input.", valueName: "text"))
    var text: String?

    @Option(name: .customLong("file"), help: "Read the text from this file.", completion: .file())
    var file: String?

    func validate() throws {
        if (text == nil) == (file == nil) { throw ValidationError("Give either the text, - or --file.") }
    }

    /// The name of the input in error messages.
    var name: String { file ?? (text == "-" ? "-" : "argument") }

    /// - Throws: The exit status for input that cannot be read, or is not text.
    func read() throws -> String {
        if let text, text != "-" { return text }
        guard let text = String(validUTF8: try InputFile.read(file)) else {
            throw ExitStatus.notUnderstood.failure(name, "is not UTF-8 text")
        }
        return text
    }

    /// The bytes of the file or of standard input as they are.
    ///
    /// - Throws: The exit status for input that cannot be read, or is empty.
    func readRaw() throws -> [UInt8] { try checked(Array(InputFile.read(file))) }

    /// The bytes that hexadecimal digits represent, with or without white space, colons, commas and `0x` among them.
    ///
    /// - Throws: The exit status for input that cannot be read, or has another form.
    func readHex() throws -> [UInt8] { try checked(hexBytes(of: read())) }

    /// - Throws: The exit status for no bytes at all, as a program gives them that failed before a pipe.
    func checked(_ bytes: [UInt8]) throws -> [UInt8] {
        guard !bytes.isEmpty else { throw ExitStatus.damaged.failure(name, "is empty; there is nothing to decode") }
        return bytes
    }

    /// The bytes that the digits in a text represent.
    ///
    /// - Throws: The exit status for any other text.
    func hexBytes(of text: String) throws -> [UInt8] {
        let groups = text.split { $0.isWhitespace || $0 == "," || $0 == ":" }
        let digits = groups.map { $0.hasPrefix("0x") || $0.hasPrefix("0X") ? $0.dropFirst(2) : $0 }.joined()
        guard let bytes = Hex.decode(digits) else {
            let isOdd = digits.allSatisfy(\.isHexDigit)
            throw ExitStatus.notUnderstood.failure(
                name,
                isOdd ? "has an odd number of hexadecimal digits" : "has characters that are not hexadecimal digits")
        }
        return bytes
    }
}
