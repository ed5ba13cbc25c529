import ProtocolDescriptions
import WireCoding

/// Pages with framings and bodies of all kinds, and streams that they read.
enum SampleDescriptions {
    static let pages: [String] = [
        "framing: {prefix: {size: 2, endian: little}}\nbody: json\nmessage: {type: body.t, show: [\"body.l[1]\", body.*.a]}",
        "framing: {prefix: varint}\nbody: protobuf\nmessage: {type: {key: body}, show: [body.1.1, body.2]}",
        "framing: {delimiter: \"\\n\"}\nbody: words\nmessage: {type: \"body[0]\"}",
        "framing: {fixed: 6}\nheader: [{name: m, type: u8, constant: 1}]\nbody: [{name: a, type: i16}, {name: b, type: {bytes: rest}}]",
        "framing: {websocket: {}}\nover: [tcp]\nbody: json",
        "over: [udp]\nbody: plist\nmessage: {show: [body]}",
        """
        header: [{name: k, type: u8, flags: {z: 0x80}}, {name: n, type: u16}]
        framing: {length: n, maximum: 4096}
        compressed: {as: zlib, when: header.k.z}
        body:
          field: header.k
          1: json
          2: [{name: n, type: u8}, {name: t, type: {text: n}}, {switch: {field: n, 1: [{name: x, type: varint}]}}]
          other: bytes
        message: {type: {field: header.k, names: {1: a}}, number: {at: body.seq, by: type}, sent: {at: body.at, unit: ms, epoch: 1970}}
        pairs: [{ask: "*", answer: a, by: body.id}]
        """,
    ].map { "nearscope: protocol/1\nname: sample\n" + $0 + "\n" }

    private static let bodies: [(header: [FrameField], body: FieldValue)] = [
        ([], ["t": .text("a"), "l": .list([.integer(1), .real(0.5)]), "o": ["a": .boolean(true)]]),
        ([], ["1": ["1": .text("x")], "2": .integer(300)]),
        ([], .text("MOVE e2 e4")),
        ([], ["a": .integer(-2), "b": .hex([1, 2, 3])]),
        ([], ["t": .text("a")]),
        ([], ["a": .list([.text("b"), .real(1)]), "d": .hex([1, 2])]),
        ([FrameField("k", .integer(1))], ["seq": .integer(1), "at": .integer(1_700_000_000_000), "id": .text("x")]),
    ]

    /// A page, a zero byte, and a stream of it.
    static var streams: [[UInt8]] {
        zip(pages, bodies).compactMap { page, sample in
            guard let description = try? ProtocolDescription(yaml: page),
                let compiled = try? CompiledProtocol(description),
                let message = try? compiled.encode(header: sample.header, body: sample.body)
            else { return nil }
            return Array(page.utf8) + [0] + message + message + message
        }
    }
}
