import PeerMessaging
import Testing
import WireCoding
import WireSimulation
import WireTesting

@Suite struct MeshMessageTests {
    private func bytes(_ message: MeshMessage, _ style: MeshMessageStyle = MeshMessageStyle()) throws -> [UInt8] {
        var writer = ByteWriter()
        try message.serialize(into: &writer, style: style)
        return writer.bytes
    }

    @Test func writesTheObservedText() throws {
        let message = MeshMessage(
            type: .identification(peerID: "3F2504E0-4F89-41D3-9A0C-0305E82C3301", displayName: "Alice"),
            senderID: "3F2504E0-4F89-41D3-9A0C-0305E82C3301", timestamp: .secondsSince2001(816_920_534.3597851))
        let observed =
            #"{"type":{"identification":{"peerID":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","displayName":"Alice"}},"#
            + #""senderID":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","timestamp":816920534.3597851}"#
        #expect(String(decoding: try bytes(message), as: UTF8.self) == observed)
    }

    @Test func stylesDifferInSlashesAndOrder() throws {
        let message = MeshMessage(
            type: .relayedBroadcast(payload: [0xFF, 0xFF], originalSender: "c", seenBy: ["a/b", "c"]), senderID: "a/b",
            timestamp: .secondsSince2001(784_111_777))
        let style = MeshMessageStyle(escapesSlashes: false, memberOrder: .sorted)
        #expect(
            String(decoding: try bytes(message, style), as: UTF8.self)
                == #"{"senderID":"a/b","timestamp":784111777,"type":{"relayedBroadcast":"#
                + #"{"originalSender":"c","payload":"//8=","seenBy":["a/b","c"]}}}"#)
        #expect(
            String(decoding: try bytes(message), as: UTF8.self)
                == #"{"type":{"relayedBroadcast":{"payload":"\/\/8=","originalSender":"c","seenBy":["a\/b","c"]}},"#
                + #""senderID":"a\/b","timestamp":784111777}"#)
    }

    @Test func readsBackWhatItWrites() throws {
        let messages = Generator<MeshMessage>.oneOf([.plausible, .extreme])
        for (number, message) in messages.values(seed: 2001, count: 500).enumerated() {
            for escapes in [true, false] {
                for order in [MeshMessageStyle.MemberOrder.declared, .sorted] {
                    let body = try bytes(message, MeshMessageStyle(escapesSlashes: escapes, memberOrder: order))
                    #expect(try MeshMessage(parsing: body.span) == message, "message \(number)")
                }
            }
        }
    }

    @Test func refusesToWriteWhatIsNoTime() {
        for seconds in [Double.nan, .infinity, -.infinity] {
            let message = MeshMessage(
                type: .direct(payload: []), senderID: "a", timestamp: .secondsSince2001(seconds))
            #expect(throws: MeshMessageError(.numberOutOfRange, offset: 0)) { try bytes(message) }
        }
    }

    @Test(
        arguments: [
            ("1994-11-06T08:49:37Z", 784_111_777), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
            ("1994-11-06T08:49:37.5Z", 784_111_777.5), ("1994-11-06T09:49:37+01:00", 784_111_777),
            ("1994-11-06T04:19:37-0430", 784_111_777), ("1969-12-31T23:59:59z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1994-11-06", nil), ("1994-11-06 08:49:37Z", nil), ("1994-11-06T08:49:37", nil),
            ("1994-11-06T08:49:37Zx", nil),
            ("1900-02-29T00:00:00Z", nil), ("1994-13-01T00:00:00Z", nil), ("1994-11-06T24:00:00Z", nil),
            ("1994-11-06T08:49:37.Z", nil), ("1994-11-06T08:49:37+1:00", nil), ("1994-11-06T08:49:37+01:0", nil),
            ("1994-11-06T08:49:37+01-00", nil), ("", nil),
        ] as [(String, Double?)])
    func readsDates(_ text: String, unixTime: Double?) {
        #expect(MeshTimestamp.iso8601(text).unixTime == unixTime)
    }
}
