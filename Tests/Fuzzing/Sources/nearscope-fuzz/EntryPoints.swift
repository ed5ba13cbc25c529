import CLibFuzzer
import Foundation
import WireSimulation
import WireTesting

// What libFuzzer calls, by the names of its interface (compiler-rt, FuzzerInterface.h). It brings `main`.

/// Chooses the target before anything else. In place of fuzzing, `NEARSCOPE_FUZZ_TARGET=list` tells all targets, each
/// in a line with libFuzzer's options for it, and `NEARSCOPE_FUZZ_SEEDS` is a folder for the target's first corpus.
///
/// The arguments are libFuzzer's own business and not looked at.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    let environment = ProcessInfo.processInfo.environment
    if environment["NEARSCOPE_FUZZ_TARGET"] == "list" {
        for target in FuzzTarget.all { print(target.name, target.options.joined(separator: " ")) }
        exit(0)
    }
    let target = FuzzTarget.chosen
    if let folder = environment["NEARSCOPE_FUZZ_SEEDS"] {
        SeedCorpus.write(target.seeds(), to: folder)
        exit(0)
    }
    return 0
}

/// One input: 0, "may go into the corpus", for each that the target gets through.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer hands over `count` readable bytes, which outlive the call; none may come as a null pointer. The copy
    // has no spare room, so that a read behind its end is one behind the allocation, which AddressSanitizer reports.
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    // Processor time, since a busy machine makes any input slow by the clock. libFuzzer's `-timeout` is for what never
    // comes back.
    let before = clock()
    FuzzTarget.chosen.run(input)
    require(clock() - before < microsecondsPerSecond, "An input takes less than a second")
    return 0
}

/// POSIX has `clock` count these, whatever its resolution.
private let microsecondsPerSecond: clock_t = 1_000_000

/// A changed input: in half of the cases by libFuzzer's mutations, in the others by one to three of the target's own.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
    var random = SeededGenerator(seed: UInt64(seed))
    let mutators = FuzzTarget.chosen.mutators
    guard !mutators.isEmpty, random.chance(1, in: 2) else {
        // The same buffer and the same two lengths that libFuzzer gave.
        return unsafe LLVMFuzzerMutate(start, count, capacity)
    }
    // libFuzzer hands over `capacity` writable bytes, of which the first `count` are the input.
    let buffer = unsafe UnsafeMutableBufferPointer(start: start, count: capacity)
    var bytes = unsafe Array(buffer.prefix(count))
    for _ in 0..<random.pick([1, 1, 2, 3]) { random.pick(mutators).mutate(&bytes, &random) }
    let length = min(bytes.count, capacity)
    // No more than the capacity is written.
    _ = unsafe buffer.update(fromContentsOf: bytes[..<length])
    return length
}
