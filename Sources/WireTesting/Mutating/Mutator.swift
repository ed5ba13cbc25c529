/// Damages bytes in one way.
///
/// Some mutators know nothing about the bytes (``byteLevel``), others know where a format has its lengths, counts and
/// references (``dns`` and the others). These read the bytes up to where they are readable, so that they also work on
/// damaged input, and leave input unchanged that has nothing for them. None adds more than 64 KiB at a time, whatever
/// the bytes are.
public struct Mutator: Sendable {
    /// `dns-pointer-loop`: the format, and what is done to it.
    public let name: String
    /// The fields that it damages; nil for what is no list of fields.
    var fieldFormat: FieldFormat?
    private let change: @Sendable (inout [UInt8], inout SeededGenerator) -> Void

    /// A mutator that does whatever a closure does.
    ///
    /// - Parameters:
    ///   - name: The format, and what is done to it, in kebab-case.
    ///   - change: Changes bytes by nothing but the random numbers.
    public init(_ name: String, _ change: @escaping @Sendable (inout [UInt8], inout SeededGenerator) -> Void) {
        self.name = name
        self.change = change
    }

    /// - Parameters:
    ///   - anatomy: Finds the parts of the bytes; nil where there is nothing to change.
    ///   - change: Changes the bytes that have these parts.
    init<Anatomy>(
        _ name: String, _ anatomy: @escaping @Sendable ([UInt8]) -> Anatomy?,
        _ change: @escaping @Sendable (inout [UInt8], Anatomy, inout SeededGenerator) -> Void
    ) {
        self.init(name) { bytes, random in
            if let parts = anatomy(bytes) { change(&bytes, parts, &random) }
        }
    }

    /// Changes the bytes, or leaves them as they are where they have nothing that could be changed in this way.
    ///
    /// - Parameters:
    ///   - bytes: Of whatever content and size, also none.
    ///   - random: Decides what is changed.
    public func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) { change(&bytes, &random) }
}

extension Mutator {
    /// All that there are.
    public static let all: [Mutator] = byteLevel + dns + elements + attributes + frames + radiotap + captures + json

    /// The mutator with that name, or nil.
    public static func named(_ name: String) -> Mutator? { all.first { $0.name == name } }
}
