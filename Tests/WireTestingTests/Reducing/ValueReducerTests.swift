import Testing
import WireTesting

@Suite struct ValueReducerTests {
    /// The simplest value for the first number whose value shows the fault.
    private func simplest<Value>(
        of generator: Generator<Value>, _ reducer: ValueReducer = ValueReducer(), while showsFault: (Value) -> Bool
    ) throws -> ValueReducer.Reduction<Value> {
        let number = try #require((0..<5000).first { showsFault(generator.value(seed: 1, number: $0)) })
        return reducer.reduce(generator, seed: 1, number: number, while: showsFault)
    }

    @Test func choicesMakeTheSameValueAgain() {
        func check<Value: Equatable>(_ make: @escaping @Sendable (inout SeededGenerator) -> Value) {
            let generator = Generator(make)
            for number in 0..<50 {
                let value = generator.value(seed: 7, number: number)
                // Nothing else shows the fault.
                let reduction = ValueReducer(maximumTries: 20).reduce(generator, seed: 7, number: number) {
                    $0 == value
                }
                #expect(reduction.value == value && generator.value(choices: reduction.choices) == value)
            }
        }
        check { $0.next() }
        check { $0.number(in: -100...50) }
        check { $0.number(in: -100 ... -50) }
        check { $0.number(in: Int.min...Int.max) }
        check { $0.integer(Int8.self) }
        check { $0.integer(UInt32.self) }
        check { $0.boundary(Int64.self) }
        check { $0.unitInterval() }
        check { $0.chance(3, in: 7) }
        check { $0.deviceName() }
        check { $0.text($0.number(in: 0...20)) }
        check { $0.extremeBytes(upTo: 40) }
        check { $0.json() }
        check { Int.random(in: 0...1000, using: &$0) }
        check { random in
            var numbers = Array(0..<10)
            random.shuffle(&numbers)
            return numbers
        }
    }

    @Test func theSimplestValueIsThatOfNoChoices() {
        let generator = Generator<(Int, Bool, [Int], String)> { random in
            var order = [1, 2, 3]
            random.shuffle(&order)
            return (random.number(in: -5...5), random.chance(1, in: 2), order, random.pick(["first", "second"]))
        }
        #expect(generator.value(choices: []) == (0, false, [1, 2, 3], "first"))
        let numbers = Generator<[Int]> {
            [$0.number(in: 3...9), $0.number(in: -9 ... -3), Int($0.integer(Int16.self))]
        }
        #expect(numbers.value(choices: []) == [3, -3, 0])
        // What is too great is the greatest.
        #expect(numbers.value(choices: [100, 1, .max]) == [9, -4, -32768])
    }

    @Test func listsKeepTheElementThatMatters() throws {
        let numbers = Generator<Int> { $0.number(in: 0...1000) }.list(count: 0...100)
        #expect(try simplest(of: numbers) { $0.contains { $0 >= 500 } }.value == [500])
        let texts = Generator<String>.extreme.list(count: 0...10)
        #expect(
            try simplest(of: texts) { $0.contains { $0.unicodeScalars.contains("\u{202E}") } }.value == ["\u{202E}"])
    }

    @Test func whatFollowsAListKeepsItsPlace() throws {
        struct Message: Equatable {
            var rows: [[UInt8]]
            var name: String
            var mark: Int
        }
        // Loops of the author's own, which nothing marks as a list.
        let messages = Generator<Message> { random in
            var rows: [[UInt8]] = []
            for _ in 0..<random.number(in: 0...30) { rows.append(random.bytes(3)) }
            return Message(
                rows: rows, name: random.letters(random.number(in: 1...20)), mark: random.number(in: 0...9999))
        }
        let reduction = try simplest(of: messages) { message in
            message.mark > 123 && message.name.count > 4 && message.rows.contains { $0[1] > 200 }
        }
        #expect(reduction.value == Message(rows: [[0, 201, 0]], name: "aaaaa", mark: 124))
        #expect(reduction.choices == [1, 0, 201, 0, 4, 0, 0, 0, 0, 0, 124])
    }

    @Test func valuesThatHaveToStayEqualOrApartAreLoweredTogether() throws {
        let pairs = Generator<[UInt16]> { random in
            let one: UInt16 = random.integer()
            return [one, random.chance(1, in: 2) ? one : random.integer()]
        }
        #expect(try simplest(of: pairs) { $0[0] == $0[1] && $0[0] > 0 }.value == [1, 1])
        let free = Generator<[Int]> { random in
            let one = random.number(in: 0...100)
            return [one, random.number(in: one...200)]
        }
        #expect(try simplest(of: free) { $0[1] - $0[0] == 7 }.value == [0, 7])
    }

    @Test func numbersGoTowardZeroFromBothSides() throws {
        let numbers = Generator<Int32>.plausible
        #expect(try simplest(of: numbers) { $0 < -1000 }.value == -1001)
        #expect(try simplest(of: numbers) { $0 > 1000 }.value == 1001)
        #expect(try simplest(of: Generator<UInt64>.plausible) { $0 % 3 == 2 }.value == 2)
    }

    @Test func aValueOf700BytesFallsToZeros() throws {
        let reduction = try simplest(of: Generator<[UInt8]> { $0.bytes($0.number(in: 0...900)) }) { $0.count > 700 }
        #expect(reduction.value == [UInt8](repeating: 0, count: 701))
        #expect(reduction.choices == [701])
        #expect(reduction.tries < 2500)
    }

    @Test func aGeneratorThatWaitsForAResultGetsIt() throws {
        let numbers = Generator<Int> { random in
            while true {
                let number = random.number(in: 0...99)
                if number % 10 == 7 { return number }
            }
        }
        let reduction = try simplest(of: numbers) { $0 > 20 }
        #expect(reduction.value > 20 && reduction.value % 10 == 7 && reduction.choices.count == 1)
        #expect(numbers.value(choices: []) % 10 == 7)
    }

    @Test func theSameSearchEndsAlikeAndStopsAfterItsTries() throws {
        let texts = Generator<String>.extreme
        let first = try simplest(of: texts) { $0.utf8.count > 100 }
        let second = try simplest(of: texts) { $0.utf8.count > 100 }
        #expect(first.value == second.value && first.choices == second.choices && first.tries == second.tries)
        #expect(first.value.utf8.count == 101)
        let stopped = try simplest(of: texts, ValueReducer(maximumTries: 10)) { $0.utf8.count > 100 }
        #expect(stopped.tries == 10)
        let hurried = try simplest(of: texts, ValueReducer(maximumTime: .zero)) { $0.utf8.count > 100 }
        #expect(hurried.tries == 0 && hurried.value.utf8.count > 100)
    }

    @Test func aValueOfTooManyChoicesStaysAsItIs() {
        let generator = Generator<Int> { random in
            (0..<300_000).reduce(0) { sum, _ in sum &+ random.number(in: 0...1) }
        }
        let reduction = ValueReducer().reduce(generator, seed: 1, number: 0) { _ in true }
        #expect(reduction.tries == 0 && reduction.value == generator.value(seed: 1, number: 0))
    }
}
