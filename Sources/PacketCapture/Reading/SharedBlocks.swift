/// The blocks of a file that several readers go through at about the same pace, each of which is copied out of the system's
/// cache once, not once for each reader.
///
/// Readers take turns in reading ahead: who takes a block reads the next one, if it is its turn, while the others still look
/// at this one. Nobody waits for anybody: who is so far ahead or behind that a block is not there, or is being read, reads it
/// for itself.
final class SharedBlocks: Sendable {
    /// How far the beginnings of two blocks are apart.
    static let distance = 1 << 18
    /// A block goes on for that long behind the beginning of the next one, so that few packets lie in no block as a whole.
    static let overlap = 1 << 14
    /// Blocks that are kept; memory does not depend on the file, nor on the number of readers.
    private static let slots = 4

    /// Bytes of a file.
    struct Block: Sendable {
        /// Where it begins, in units of ``SharedBlocks/distance``; -1 for none.
        var number = -1
        /// How many of the bytes are the file's.
        var count = 0
        var bytes: [UInt8] = []
    }

    private struct Slot: Sendable {
        var block = Block()
        /// Somebody is reading the block, whose number is known and whose bytes are not.
        var isPending = false
    }

    let file: SeekableFile
    private let readers: Int
    private let slots: Locked<[Slot]>

    /// - Parameter readers: Who share the reading, from 1 on.
    init(_ file: SeekableFile, readers: Int) {
        self.file = file
        self.readers = readers
        slots = Locked(Array(repeating: Slot(), count: Self.slots))
    }

    /// Where a block ends in the file.
    func end(ofBlock number: Int) -> Int {
        min(number &* Self.distance &+ Self.distance &+ Self.overlap, file.size)
    }

    /// A block.
    ///
    /// - Parameters:
    ///   - number: Of one that begins before the end of the file.
    ///   - reader: Who asks.
    ///   - spare: Memory that may be used again, and that nobody else has.
    /// - Throws: The `errno` of the system.
    func block(_ number: Int, for reader: Int, reusing spare: consuming [UInt8]) throws(SystemError) -> Block {
        let block: Block
        switch claim(number) {
        case .there(let there): block = there
        case .absent: block = try read(number, into: spare)
        case .claimed(let memory):
            do throws(SystemError) {
                block = try read(number, into: memory)
            } catch {
                publish(nil, as: number)
                throw error
            }
            publish(block, as: number)
        }
        let next = number &+ 1
        if next % readers == reader, next &* Self.distance < file.size, case .claimed(let memory) = claim(next) {
            // What fails now fails again for whoever wants the block.
            publish(try? read(next, into: memory), as: next)
        }
        return block
    }

    private enum Claim: Sendable {
        case there(Block)
        /// Somebody else is reading it, or later ones have taken its place.
        case absent
        /// The caller is to read and publish it, into memory that hardly anybody uses any more.
        case claimed([UInt8])
    }

    private func claim(_ number: Int) -> Claim {
        slots.withLock { slots in
            let place = number % Self.slots
            let block = slots[place].block
            guard !slots[place].isPending, block.number <= number else { return .absent }
            if block.number == number { return .there(block) }
            slots[place] = Slot(block: Block(number: number), isPending: true)
            return .claimed(block.bytes)
        }
    }

    /// - Parameter block: What was claimed; nil where it could not be read.
    private func publish(_ block: Block?, as number: Int) {
        slots.withLock { $0[number % Self.slots] = Slot(block: block ?? Block()) }
    }

    private func read(_ number: Int, into memory: consuming [UInt8]) throws(SystemError) -> Block {
        let start = number &* Self.distance
        let wanted = end(ofBlock: number) - start
        var bytes = memory
        if bytes.count < wanted { bytes = [UInt8](repeating: 0, count: wanted) }
        var count = 0
        while count < wanted {
            let more = try file.read(into: &bytes, from: count, at: start + count)
            if more == 0 { break }
            count += more
        }
        return Block(number: number, count: count, bytes: bytes)
    }
}

/// The reading of one of several readers who share it.
public struct SharedReading: Sendable {
    let blocks: SharedBlocks
    /// From 0 on.
    let reader: Int
}
