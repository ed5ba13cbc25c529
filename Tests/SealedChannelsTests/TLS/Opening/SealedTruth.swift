import Crypto
import Foundation
import TestSupport

/// What the endpoints of a captured session wrote, by their own logs: `NAME.truth.json` beside the capture.
struct SealedTruth: Decodable {
    struct Record: Decodable {
        enum Keys: String, Decodable { case plain, early, handshake = "hs", application = "app" }
        var offset: Int
        var length: Int
        var keys: Keys
        var contentType: UInt8
        /// In the stream of the application's bytes; nil for records without any.
        var plaintext: Range<Int>?
        /// Of DTLS.
        var epoch: UInt16?
        var number: UInt64?

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            offset = try values.decode(Int.self)
            length = try values.decode(Int.self)
            keys = try values.decode(Keys.self)
            contentType = try values.decode(UInt8.self)
            let start = try values.decode(Int?.self)
            let count = try values.decode(Int?.self)
            plaintext = start.flatMap { start in count.map { start..<start + $0 } }
            epoch = values.isAtEnd ? nil : try values.decode(UInt16.self)
            number = values.isAtEnd ? nil : try values.decode(UInt64.self)
        }
    }

    struct Direction: Decodable {
        var records: [Record]
        /// Offset and length of each message in the plaintext; then bytes of its JSON (TCP), or its record (UDP).
        var messages: [[Int]]
        var plaintextBytes: Int
        /// Of the plaintext as another program opened it, where there is one that can.
        var sha256: String?

        var sealed: [Record] { records.filter { $0.keys != .plain } }
    }

    struct Session: Decodable {
        var client: UInt16
        var server: UInt16
        var forward: Direction
        var backward: Direction

        func direction(_ fromClient: Bool) -> Direction { fromClient ? forward : backward }
        /// How many records are sealed: of the client, of the server.
        var sealed: [Int] { [forward.sealed.count, backward.sealed.count] }
        func sealed(_ keys: Record.Keys) -> [Int] {
            [forward, backward].map { $0.records.count { $0.keys == keys } }
        }
    }

    static func sessions(_ name: String) throws -> [Session] {
        try JSONDecoder().decode(
            [Session].self, from: Data(contentsOf: Fixture.url("sealed/\(name).truth.json")))
    }

    static func sha256(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
