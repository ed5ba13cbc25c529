import Testing
import WireSimulation
import WireTesting

@Suite struct InputReducerTests {
    @Test func leavesOnlyWhatShowsTheFault() {
        var random = SeededGenerator(seed: 3)
        var input = random.bytes(3000)
        input.replaceSubrange(1700..<1703, with: [7, 9, 7])
        let reduction = InputReducer().reduce(input) { bytes in
            bytes.indices.dropLast(2).contains { bytes[$0] == 7 && bytes[$0 + 1] >= 9 && bytes[$0 + 2] == 7 }
        }
        #expect(reduction.bytes == [7, 9, 7])
        #expect(reduction.tries < 500)
    }

    @Test func lowersBytesAndPrefersPlainOnes() {
        let reducer = InputReducer()
        #expect(reducer.reduce([200, 201, 202]) { $0.count == 3 }.bytes == [0, 0, 0])
        #expect(reducer.reduce([200]) { $0.count == 1 && $0[0] > 0x50 }.bytes == [0x51])
        #expect(reducer.reduce([200]) { $0.count == 1 && $0[0] > 0x25 && $0[0] != 0x26 }.bytes == [0x27])
    }

    @Test func returnsTheInputWhereNothingSmallerFails() {
        let input: [UInt8] = [0, 0]
        #expect(InputReducer().reduce(input) { $0 == input }.bytes == input)
        #expect(InputReducer().reduce([]) { _ in true }.bytes.isEmpty)
    }

    @Test func stopsAfterItsTries() {
        var asked = 0
        let input = [UInt8](repeating: 255, count: 5000)
        let reduction = InputReducer(maximumTries: 100).reduce(input) { bytes in
            asked += 1
            return bytes.count > 4990
        }
        #expect(reduction.tries == 100 && asked == 100)
        #expect(reduction.bytes.count > 4990)
    }

    @Test func literalsCanBePasted() {
        #expect(SwiftLiteral.bytes([]) == "[]")
        #expect(SwiftLiteral.bytes([0, 0xAB]) == "[0x00, 0xAB]")
        let lines = SwiftLiteral.bytes([UInt8](repeating: 1, count: 17), indentation: 4).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "[" && lines[2] == "        0x01," && lines[3] == "    ]")
    }
}
