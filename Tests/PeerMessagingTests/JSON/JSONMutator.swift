import Foundation
import PeerMessaging
import WireSimulation
import WireTesting

/// Damages JSON texts where a parser's rules are.
enum JSONMutator {
    private static let pieces = [
        "\"", "\\", "/", "\\/", "\\u0041", "\\ud83d\\ude00", "\\ud800", "\\udc00", "\\u00", "\\q", "{", "}", "[", "]",
        ",",
        ":", ",}", ",]", "0", "-", "1e400", "1e-400", "1.", ".5", "e5", "E+2", "00", "null", "true", "false", "\u{1}",
        "\n",
        " ", "\t", "=", "==", "A", "\"x\":1,", "\"x\":[1,{\"y\":null}],", "\"type\":1,", "\"senderID\":\"first\",",
        "\"payload\":\"AAAA\",", "\"payload\":1,", "\"broadcast\":{},", "\"direct\":{\"payload\":\"\"},",
        "\"\\u0074ype\":0,",
        "\"timestamp\":12345678901234567890.5,", "\"timestamp\":0.1234567890123456789,", "\"timestamp\":\"2025\",",
        "\"x\":1-2e+,", "\"x\":\"\\q\u{2}\",", "\u{FEFF}", "é", "tru", "\"seenBy\":[],", "\"x\":01,", "\"\\q\":1,",
    ].map { Array($0.utf8) }

    private static let members = pieces.filter { $0.count > 1 && $0.last == UInt8(ascii: ",") }

    static func mutate(_ body: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !body.isEmpty else { return }
        let place = generator.number(in: 0...body.count - 1)
        switch generator.number(in: 0...9) {
        case 0: body[place] = UInt8(truncatingIfNeeded: generator.number(in: 0...255))
        case 1: body.remove(at: place)
        case 2: body.removeSubrange(place...)
        case 3: body.swapAt(place, generator.number(in: 0...body.count - 1))
        case 4: body.insert(contentsOf: generator.pick(pieces), at: place)
        case 5, 6:
            // Behind an opening brace, where another member fits.
            let braces = body.indices.filter { body[$0] == UInt8(ascii: "{") }
            guard !braces.isEmpty else { return }
            body.insert(contentsOf: generator.pick(members), at: generator.pick(braces) + 1)
        case 7:
            // A part of the text twice.
            let end = min(body.count, place + generator.number(in: 1...40))
            body.insert(contentsOf: body[place..<end], at: generator.number(in: 0...body.count))
        case 8:
            // A number of another form in place of a digit.
            let digits = body.indices.filter { (0x30...0x39).contains(body[$0]) }
            guard !digits.isEmpty else { return }
            let forms = ["0", "-1", "1.5", "1e3", ".", "9007199254740993", "123456789012345678901234567890", "e-9"]
            let digit = generator.pick(digits)
            body.replaceSubrange(digit...digit, with: Array(generator.pick(forms).utf8))
        default: body.insert(contentsOf: Array(" \n\t\r".utf8), at: generator.pick([0, body.count, place]))
        }
    }

    /// What ours accepts and Foundation's default decoder must refuse, as documented.
    static func isBeyondFoundation(_ message: MeshMessage) -> Bool {
        if case .unknown = message.type { return true }
        if case .iso8601 = message.timestamp { return true }
        return false
    }

    /// Whether the time is a zero with an exponent, of which Foundation refuses some spellings.
    static func hasZeroWithExponent(_ message: MeshMessage, _ body: [UInt8]) -> Bool {
        message.timestamp == .secondsSince2001(0) && String(decoding: body, as: UTF8.self).contains(/0[eE]/)
    }

    /// Foundation takes a zero byte near the start for another encoding than UTF-8.
    static func looksLikeUTF16(_ body: [UInt8]) -> Bool { body.prefix(4).contains(0) }
}
