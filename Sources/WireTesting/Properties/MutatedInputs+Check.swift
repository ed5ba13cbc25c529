extension MutatedInputs {
    /// Looks for an input with which a property of bytes does not hold.
    ///
    /// - Parameter fault: The fault of an input; nil if the property holds.
    /// - Throws: The first failure, its input reduced as long as there is anything wrong with it.
    func check(_ property: String, count: Int, _ fault: ([UInt8]) -> String?) throws(PropertyFailure) {
        let watch = CrashWatch(property: property, seed: seed)
        defer { watch.end() }
        for number in 0..<count {
            let input = input(number, of: count)
            watch.note(number: number, input: input)
            guard let reason = fault(input) else { continue }
            let reduction = InputReducer().reduce(input) { bytes in
                watch.note(number: number, input: bytes)
                return fault(bytes) != nil
            }
            throw PropertyFailure(
                property: property, reason: reason, seed: seed, number: number, input: input,
                reduced: reduction.bytes, reducedReason: fault(reduction.bytes) ?? "")
        }
    }
}
