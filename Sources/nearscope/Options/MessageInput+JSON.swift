import Foundation
import WireCoding

extension MessageInput {
    /// The bytes that hexadecimal digits represent, or the text itself if it begins with a brace, which is not a digit.
    ///
    /// - Throws: The exit status for input that cannot be read, or has another form.
    func readHexOrJSON() throws -> (bytes: [UInt8], isText: Bool) {
        let text = try read()
        guard text.first(where: { !$0.isWhitespace }) == "{" else { return (try checked(hexBytes(of: text)), false) }
        // The line feed that an editor or a shell appended is not part of the message.
        return (Array(text.utf8.prefix(text.utf8.count - (text.utf8.last == 0x0A ? 1 : 0))), true)
    }

    /// - Throws: The exit status for input that cannot be read, or whose members are not those of the type.
    func readJSON<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decode(type, from: readText())
    }

    /// One value, or a document with several.
    func readJSON<Value: Decodable, Document: Decodable>(
        _ type: Value.Type, or document: Document.Type, _ values: (Document) -> [Value]
    ) throws -> [Value] {
        let data = try readText()
        if let document = try? JSONDecoder().decode(document, from: data) { return values(document) }
        return [try decode(type, from: data)]
    }

    /// The text followed by a line feed: Foundation on Linux traps if the last byte of a text opens one bracket more
    /// than the 512 that it accepts.
    private func readText() throws -> Data { Data(try read().utf8) + [0x0A] }

    private func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw ExitStatus.notUnderstood.failure(name, Self.describe(error))
        }
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): return "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "is not a JSON object of the expected kind" : "\(path) has the wrong type"
        @unknown default: return "is not a JSON object of the expected kind"
        }
    }
}
