/// The factors that distinguish runs: those that every run has, or the researcher's own.
public struct ComparisonFactor: RawRepresentable, Hashable, Codable, Sendable {
    /// The name of the factor: one of those below, or a key of the manifest's `factors`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// `tcp`, `udp` or `quic`, as the capture shows it.
    public static let transport = ComparisonFactor(rawValue: "transport")
    /// The application, as the capture shows it: `Session.Application`.
    public static let application = ComparisonFactor(rawValue: "application")
    /// The scenario of the test, in one word; see ``RunFileName/scenario``.
    public static let scenario = ComparisonFactor(rawValue: "scenario")
    /// The place of the test.
    public static let place = ComparisonFactor(rawValue: "place")
    /// Meters between the devices.
    public static let distance = ComparisonFactor(rawValue: "distance")
    /// Packets or messages of data that a run was to send.
    public static let packetCount = ComparisonFactor(rawValue: "packetCount")
    /// Bytes of data in each of them.
    public static let packetSize = ComparisonFactor(rawValue: "packetSize")
    /// The name of the capture file, without folders.
    public static let file = ComparisonFactor(rawValue: "file")

    /// Those that need no declaration, in the order in which reports list them.
    public static let builtIn = [
        transport, application, scenario, place, distance, packetCount, packetSize, file,
    ]
}

/// The level of a factor: a word or a number.
public enum FactorValue: Hashable, Sendable {
    /// A measure: meters for a distance, bytes for a size.
    case number(Double)
    /// A word, such as the name of a transport.
    case text(String)
}

extension FactorValue: Comparable {
    /// Numbers by size, before words by their scalars.
    public static func < (first: FactorValue, second: FactorValue) -> Bool {
        switch (first, second) {
        case (.number(let first), .number(let second)): first < second
        case (.number, .text): true
        case (.text, .number): false
        case (.text(let first), .text(let second)):
            first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
        }
    }
}

extension FactorValue: CustomStringConvertible {
    /// The word itself, which may come from a file name; or the number, whole ones without a fraction.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let number):
            Int(exactly: number).map(String.init) ?? number.description
        }
    }
}

extension FactorValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
