/// What is wrong with a value that does not come back unchanged.
struct RoundTripFault {
    /// While a value is made simpler, its fault stays of the same kind.
    enum Kind {
        case unwritable, unreadable, different, differentBytes
    }

    var kind: Kind
    var reason: String
    /// The value's wire form, nil where it could not be written.
    var bytes: [UInt8]?

    /// The fault of a value, or nil if it comes back.
    ///
    /// - Parameter note: Gets the wire form before it is read.
    init?<Value: Equatable>(
        of value: Value, parse: ([UInt8]) throws -> Value, serialize: (Value) throws -> [UInt8],
        note: ([UInt8]) -> Void
    ) {
        do {
            let bytes = try serialize(value)
            self.bytes = bytes
            note(bytes)
            let copy = try parse(bytes)
            if copy != value {
                let (one, other) = Excerpt.difference("\(value)", "\(copy)")
                (kind, reason) = (.different, "\(one) came back as \(other)")
                return
            }
            guard try serialize(copy) != bytes else { return nil }
            kind = .differentBytes
            reason = "\(Excerpt.beginning(of: "\(value)")) came back and was then written with other bytes"
        } catch {
            kind = bytes == nil ? .unwritable : .unreadable
            let what = bytes == nil ? "could not be written" : "could not be read back"
            reason = "\(Excerpt.beginning(of: "\(value)")) \(what): \(error)"
        }
    }
}

extension Expectation {
    /// Looks for a value that does not come back, and for the simplest one.
    ///
    /// - Parameter fields: What the fields of the bytes may look like.
    func checkRoundTrip<Value: Equatable>(
        of generator: Generator<Value>, _ fields: [FieldFormat], parse: ([UInt8]) throws -> Value,
        serialize: (Value) throws -> [UInt8]
    ) throws(PropertyFailure) {
        let watch = CrashWatch(self)
        defer { watch.end() }
        func fault(of value: Value, _ note: ([UInt8]) -> Void) -> RoundTripFault? {
            RoundTripFault(of: value, parse: parse, serialize: serialize, note: note)
        }
        let worst = try worstValue(of: generator, watch) { value, note in fault(of: value, note) }
        guard var failure = worst?.failure, let kind = worst?.kind else { return }
        func showsFault(_ value: Value) -> RoundTripFault? {
            let fault = fault(of: value) { watch.note(number: failure.number, input: $0, reducedFrom: failure) }
            return fault?.kind == kind ? fault : nil
        }
        watch.note(number: failure.number, input: failure.input ?? [], reducedFrom: failure)
        let simplest = ValueReducer(maximumTime: limits.time).reduce(generator, seed: seed, number: failure.number) {
            value in showsFault(value).map { $0.bytes?.count ?? "\(value)".utf8.count }
        }
        if let simplestFault = showsFault(simplest.value) {
            failure.choices = simplest.choices
            failure.reducedReason = simplestFault.reason
            failure.reduced = simplestFault.bytes
        }
        // Bytes that are no longer a value fail in another way. Only bytes that read as a value that does not come back can
        // be reduced.
        func showsFault(reading bytes: [UInt8]) -> RoundTripFault? {
            watch.note(number: failure.number, input: bytes, reducedFrom: failure)
            return (try? parse(bytes)).flatMap(showsFault)
        }
        if let bytes = failure.reduced, showsFault(reading: bytes) != nil {
            let reducer = InputReducer(maximumTime: limits.time, fields: fields)
            let reduced = reducer.reduce(bytes) { showsFault(reading: $0) != nil }.bytes
            // The value is of more use, unless the generator makes nothing as small.
            if reduced.count < bytes.count, let fault = showsFault(reading: reduced) {
                failure.choices = nil
                failure.reduced = reduced
                failure.reducedReason = fault.reason
            }
        }
        throw failure
    }

    /// The failure of the value with the shortest wire form, with the number of values that fail.
    private func worstValue<Value>(
        of generator: Generator<Value>, _ watch: CrashWatch,
        _ fault: (Value, ([UInt8]) -> Void) -> RoundTripFault?
    ) throws(PropertyFailure) -> (failure: PropertyFailure, kind: RoundTripFault.Kind)? {
        var memory = MemoryGuard(limits)
        var worst: (failure: PropertyFailure, kind: RoundTripFault.Kind)?
        var failures = 0
        for number in 0..<count {
            watch.note(number: number, input: [])
            let value = generator.value(seed: seed, number: number)
            var wireForm: [UInt8]?
            let (fault, excess) = memory.run {
                fault(value) { bytes in
                    wireForm = bytes
                    watch.note(number: number, input: bytes)
                }
            }
            if let excess { throw failure(excess, number: number, input: wireForm) }
            guard let fault else { continue }
            failures += 1
            guard worst == nil || (fault.bytes?.count ?? 0) < (worst?.failure.input?.count ?? 0) else { continue }
            worst = (failure(fault.reason, number: number, input: fault.bytes), fault.kind)
        }
        worst?.failure.failures = failures
        return worst
    }
}
