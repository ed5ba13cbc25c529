import ProtocolDescriptions
import WireTesting

extension Generator where Value == [UInt8] {
    /// Messages of a described protocol with their framing, of all types in turn: samples for ``MutatedInputs``, and for a
    /// decoder of your own.
    ///
    /// - Parameter size: Bytes of content that has no size of its own.
    /// - Throws: ``DescribedMessageError`` for a description whose messages cannot be made of random values.
    public static func messages(
        of compiled: CompiledProtocol, size: ClosedRange<Int> = 0...200
    ) throws(DescribedMessageError) -> Generator {
        let maker = DescribedMessageMaker(compiled)
        // What holds for some messages of a type holds for all.
        var random = SeededGenerator(seed: 1)
        for type in maker.types {
            for number in 0..<8 {
                _ = try maker.message(type, DescribedFacts(id: number, size: size.upperBound), &random)
            }
        }
        return Generator { random in
            let facts = DescribedFacts(
                senderNumber: random.number(in: 1...9), id: random.number(in: 1...9999),
                number: Int64(random.number(in: 0...9999)), time: 1_700_000_000_000_000_000,
                size: random.number(in: size))
            // A content that happens to hold a delimiter is made again.
            for _ in 0..<16 {
                if let speech = try? maker.message(random.pick(maker.types), facts, &random) { return speech.bytes }
            }
            return []
        }
    }
}
