extension MutatedInputs {
    /// Looks for an input with which a property of bytes does not hold.
    ///
    /// - Parameters:
    ///   - expectation: The property, with the seed of these inputs.
    ///   - fault: The fault of an input; nil if the property holds.
    /// - Throws: The first failure, its input reduced as long as there is anything wrong with it; that of an input which takes too much
    ///   memory is left as it is, since each attempt would take as much.
    func check(_ expectation: Expectation, _ fault: ([UInt8]) -> String?) throws(PropertyFailure) {
        let watch = CrashWatch(expectation)
        defer { watch.end() }
        var memory = MemoryGuard(expectation.limits)
        for number in 0..<expectation.count {
            let input = input(number, of: expectation.count)
            let (reason, excess) = memory.run {
                watch.note(number: number, input: input)
                return fault(input)
            }
            if let excess { throw expectation.failure(excess, number: number, input: input) }
            guard let reason else { continue }
            var failure = expectation.failure(reason, number: number, input: input)
            let reducer = InputReducer(maximumTime: expectation.limits.time, fields: fieldFormats)
            let reduced = reducer.reduce(input) { bytes in
                watch.note(number: number, input: bytes, reducedFrom: failure)
                return fault(bytes) != nil
            }.bytes
            failure.reduced = reduced
            failure.reducedReason = fault(reduced) ?? ""
            throw failure
        }
    }
}
