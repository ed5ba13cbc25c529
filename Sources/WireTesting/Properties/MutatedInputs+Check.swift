extension MutatedInputs {
    /// Looks for an input with which a property of bytes does not hold.
    ///
    /// - Parameters:
    ///   - limits: Of each input.
    ///   - site: Where the property is expected.
    ///   - fault: The fault of an input; nil if the property holds.
    /// - Throws: The first failure, its input reduced as long as there is anything wrong with it; that of an input which takes too much
    ///   memory is left as it is, since each attempt would take as much.
    func check(
        _ property: String, count: Int, _ limits: InputLimits, at site: PropertyFailure.Site,
        _ fault: ([UInt8]) -> String?
    ) throws(PropertyFailure) {
        let watch = CrashWatch(property: property, seed: seed, place: " at \(site)", limit: limits.time)
        defer { watch.end() }
        var memory = MemoryGuard(limits)
        for number in 0..<count {
            let input = input(number, of: count)
            watch.note(number: number, input: input)
            let (reason, excess) = memory.run { fault(input) }
            if let excess {
                throw PropertyFailure(
                    property: property, reason: excess, seed: seed, number: number, input: input, reduced: nil,
                    site: site)
            }
            guard let reason else { continue }
            let reduction = InputReducer().reduce(input) { bytes in
                watch.note(number: number, input: bytes)
                return fault(bytes) != nil
            }
            throw PropertyFailure(
                property: property, reason: reason, seed: seed, number: number, input: input,
                reduced: reduction.bytes, reducedReason: fault(reduction.bytes) ?? "", site: site)
        }
    }
}
