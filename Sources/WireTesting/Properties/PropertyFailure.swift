import WireCoding

/// A property that does not hold, with all that is needed to see it fail again.
///
/// It is an error, so that Swift Testing and XCTest both show its ``description`` when a test throws it.
public struct PropertyFailure: Error, Hashable, Sendable {
    /// The expected property.
    public var property: String
    /// The actual result.
    public var reason: String
    /// The seed that the inputs were made with.
    public var seed: UInt64
    /// Which input it was, counted from 0.
    public var number: Int
    /// The input, nil where a value could not even be written.
    public var input: [UInt8]?
    /// The smallest input found with which the property does not hold either, nil where nothing was reduced.
    public var reduced: [UInt8]?
    /// The result for ``reduced``, or for the value of ``choices``; empty where there is neither.
    public var reducedReason = ""
    /// What ``Generator/value(choices:)`` makes the simplest value of that was found; nil for a property of bytes, and where
    /// the bytes alone are simpler.
    public var choices: [UInt64]?
    /// The call that expected the property; nil for one that was made by hand.
    public var site: Site?
    /// The number of values that failed, if all were tried and the smallest was chosen. Nil if the first failure ended
    /// the run.
    public var failures: Int?
}

extension PropertyFailure {
    /// A place in a source file, of the same parts as `SourceLocation` of Swift Testing.
    public struct Site: Hashable, Sendable, CustomStringConvertible {
        /// `MODULE/FILE`, as `#fileID` has it.
        public var fileID: String
        /// The whole path of the file, as `#filePath` has it.
        public var filePath: String
        /// Counted from 1.
        public var line: Int
        /// Counted from 1, in bytes of UTF-8.
        public var column: Int

        /// The place that four literals of a call name: `#fileID`, `#filePath`, `#line` and `#column`.
        public init(fileID: String, filePath: String, line: Int, column: Int) {
            self.fileID = fileID
            self.filePath = filePath
            self.line = line
            self.column = column
        }

        /// `GreetingTests.swift:12`
        public var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
    }
}

extension PropertyFailure: CustomStringConvertible {
    /// Property and place, the fault of the smallest input or value, seed and number, what was chosen or reduced, and
    /// the smallest input in hexadecimal and as a Swift literal. A page at most: the text says what it leaves out.
    public var description: String {
        let smallest = reducedReason.isEmpty ? reason : reducedReason
        var text = "\(Self.title(property, site)): \(Excerpt.beginning(of: smallest, limit: 1000))\n"
        text += "  seed \(seed), input \(number)"
        if let input { text += ", \(input.count) bytes" }
        if let failures {
            text += failures == 1 ? ", the only value that fails" : ", the shortest of \(failures) values that fail"
        }
        if let reduced { text += "; reduced to \(reduced.count) bytes" }
        if let choices { text += "\n  \(Self.text(ofChoices: choices))" }
        guard let bytes = reduced ?? input else { return text }
        text += "\n  hex: \(Self.hex(bytes))\n"
        return text + "  let bytes: [UInt8] = " + SwiftLiteral.excerpt(of: bytes, indentation: 2)
    }

    /// `greetingsReadBack() at GreetingTests.swift:12`
    static func title(_ property: String, _ site: Site?) -> String { property + (site.map { " at \($0)" } ?? "") }

    private static func text(ofChoices choices: [UInt64]) -> String {
        guard choices.count <= 64 else { return "made of \(choices.count) choices" }
        return "generator.value(choices: \(choices))"
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let most = 128
        return Hex.encode(Array(bytes.prefix(most)))
            + (bytes.count > most ? " … (\(bytes.count - most) more bytes)" : "")
    }
}
