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
    /// The result for ``reduced``.
    public var reducedReason = ""
    /// The call that expected the property; nil for one that was made by hand.
    public var site: Site?
    /// The number of values that failed, if all were tried and the smallest was chosen. Nil if the first failure ended
    /// the run.
    public var failures: Int?
}

extension PropertyFailure {
    /// A place in a source file, of the same parts as `SourceLocation` of Swift Testing.
    public struct Site: Hashable, Sendable, CustomStringConvertible {
        /// `MODULE/FILE`.
        public var fileID: String
        public var filePath: String
        public var line: Int
        public var column: Int

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
    /// Property, seed and number, what was chosen or reduced, and the smallest input in hexadecimal and as a Swift literal.
    public var description: String {
        var text = "\(property)\(site.map { " at \($0)" } ?? ""): \(reason)\n"
        text += "  seed \(seed), input \(number)"
        if let input { text += ", \(input.count) bytes" }
        if let failures {
            text += failures == 1 ? ", the only value that fails" : ", the shortest of \(failures) values that fail"
        }
        guard let bytes = reduced ?? input else { return text }
        if reduced != nil {
            text += "; reduced to \(bytes.count) bytes"
            if !reducedReason.isEmpty, reducedReason != reason { text += ": \(reducedReason)" }
        }
        text += "\n  hex: \(Hex.encode(bytes))\n"
        return text + "  let bytes: [UInt8] = " + SwiftLiteral.bytes(bytes, indentation: 2)
    }
}
