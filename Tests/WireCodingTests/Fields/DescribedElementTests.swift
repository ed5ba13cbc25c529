import Testing
import WireCoding

/// An element with a field of each kind, as the tables of wireless frames describe theirs.
private struct Greeting: DescribedElement, Equatable {
    var control: UInt16 = 0
    var volume: UInt8 = 7
    var name: [UInt8] = []
    var address: LinkAddress?
    var marks: [UInt16]?
    var place = Place()
    var reserved: UInt8 = 0

    static let fields: [FieldDescription<Self>] = [
        .size(3, "greeting"),
        .field("control", \.control, .number, .integer("greeting control")),
        .required("volume", \.volume, .number(upTo: 11), .integer("greeting volume")),
        .optional(
            "address", \.address, .linkAddress, .address("greeting address"),
            if: .bits(0x0001, of: "control", \.control)),
        .part(\.place),
        .field("name", \.name, .hex, .counted(by: UInt8.self, "name length", "name", .rest)),
        .unusual("reserved", \.reserved, .number, usual: 0, .integer("greeting reserved")),
        .derived("loud") { .boolean($0.volume > 9) },
        .optional(
            "marks", \.marks, .list(.number), .list(of: .integer("greeting mark"), size: 2, room: 6),
            if: .bits(0x0100, of: "control", \.control)),
    ]
}

private struct Place: DescribedElement, Equatable {
    var number: UInt32 = 0
    var kind: UInt8 = 0

    static let fields: [FieldDescription<Self>] = [
        .field("number", \.number, .number, .uint24("place number")),
        .hidden(\.kind, .number, .integer("place kind")),
    ]
}

@Suite struct DescribedElementTests {
    /// control 0x0101, volume 7, an address, place 0x010203 of kind 9, a name of two bytes, 0, marks 1 and 2.
    private let bytes: [UInt8] = [
        1, 1, 7, 2, 0, 0, 0, 0, 1, 1, 2, 3, 9, 2, 0x61, 0x62, 0, 1, 0, 2, 0,
    ]
    private let whole: Greeting = .with {
        $0.control = 0x0101
        $0.address = LinkAddress(rawValue: 0x0200_0000_0001)
        $0.place = .with { ($0.number, $0.kind) = (0x010203, 9) }
        $0.name = [0x61, 0x62]
        $0.marks = [1, 2]
    }

    private func written(_ greeting: Greeting) -> [UInt8] {
        var output = ByteWriter()
        greeting.serialize(into: &output)
        return output.bytes
    }

    private func greeting(_ fields: [FrameField]) throws(FieldError) -> Greeting {
        try Greeting(fields: FieldObject(.object(fields), path: "greeting"))
    }

    @Test func bytesAreReadAndWrittenInTheOrderOfTheTable() throws {
        var input = ByteReader(bytes.span)
        #expect(try Greeting(parsing: &input) == whole)
        let left = input.remaining
        #expect(left == 0)
        #expect(written(whole) == bytes)
    }

    @Test func everyTruncationNamesTheField() {
        let fields: [Int: String] = [
            0: "greeting", 2: "greeting", 3: "greeting address", 8: "greeting address", 9: "place number",
            12: "place kind", 13: "name length", 15: "name", 16: "greeting reserved",
        ]
        for count in 0..<17 {
            var input = ByteReader(Array(bytes.prefix(count)).span, baseOffset: 100)
            do throws(WireError) {
                _ = try Greeting(parsing: &input)
                Issue.record("\(count) bytes were enough")
            } catch {
                if let field = fields[count] { #expect(error.field.description == field, "\(count)") }
                #expect(error.offset <= 100 + count)
            }
        }
    }

    @Test func flagsDecideWhatIsOnTheWire() {
        var short = whole
        short.control = 0
        #expect(written(short) == [0, 0, 7, 1, 2, 3, 9, 2, 0x61, 0x62, 0])
        // An announced field without a value is zeros.
        short.address = nil
        short.control = 1
        #expect(written(short).prefix(9) == [1, 0, 7, 0, 0, 0, 0, 0, 0])
    }

    @Test func numbersThatCannotCountAllOfItCutIt() {
        var long = whole
        long.name = [UInt8](repeating: 1, count: 300)
        #expect(written(long)[13] == 255)
        #expect(written(long).count == bytes.count + 253)
        // Only whole marks are written, as many as there is room for.
        long.marks = [1, 2, 3, 4]
        #expect(written(long).suffix(7) == [0, 1, 0, 2, 0, 3, 0])
    }

    @Test func fieldsAreShownInTheOrderOfTheTable() {
        #expect(
            whole.fieldValues.map(\.name) == ["control", "volume", "address", "number", "name", "loud", "marks"])
        #expect(Greeting().fieldValues.map(\.name) == ["control", "volume", "number", "name", "loud"])
        #expect(Greeting.with { $0.reserved = 1 }.fieldValues.contains(FrameField("reserved", .integer(1))))
        #expect(
            Greeting.fieldNames == [
                "control", "volume", "address", "number", "name", "reserved", "loud", "marks",
            ])
    }

    @Test func fieldsThatAreShownReadBack() throws {
        // What is hidden is not read, and what follows from others is not needed.
        var shown = whole
        shown.place.kind = 0
        #expect(try greeting(whole.fieldValues) == shown)
        #expect(try greeting(whole.fieldValues.filter { $0.name != "loud" }) == shown)
    }

    @Test func flagsFollowFromTheFieldsUnlessTheyAreGiven() throws {
        let fields = [FrameField("volume", .integer(1)), FrameField("marks", .list([.integer(1)]))]
        #expect(try greeting(fields).control == 0x0100)
        #expect(try greeting(fields + [FrameField("control", .integer(2))]).control == 2)
    }

    @Test func errorsHaveThePathOfTheField() {
        #expect(throws: FieldError("greeting.volume", "is missing")) { try greeting([]) }
        #expect(throws: FieldError("greeting.volume", "is not a whole number from 0 to 11")) {
            try greeting([FrameField("volume", .integer(12))])
        }
        #expect(throws: FieldError("greeting.marks[1]", "is not a whole number from 0 to 65535")) {
            try greeting([FrameField("volume", .integer(1)), FrameField("marks", .list([.integer(1), .integer(-1)]))])
        }
        #expect(throws: FieldError("greeting", "is not an object")) {
            try Greeting(fields: FieldObject(.list([]), path: "greeting"))
        }
    }
}
