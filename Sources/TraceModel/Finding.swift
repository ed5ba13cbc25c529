/// Something wrong or surprising, with its evidence and what to do about it.
public struct Finding: Codable, Hashable, Sendable {
    /// What kind of finding it is.
    public var code: Code
    /// How bad it is.
    public var severity: Severity
    /// Seconds of the report; nil for what has no time.
    public var time: Double?
    /// Frames that show it, at most ``maximumFrames``.
    public var frames: [Int]
    /// Whom or what it is about.
    public var subject: Subject
    /// One sentence with the evidence.
    public var message: String
    /// One sentence.
    public var remedy: String
    /// RFC section or document.
    public var reference: String
    /// The content of ``message``, by name: values that were measured, the limits that they are held against, in the units of
    /// the report, and ids and names of what else the finding is about. `Docs/findings.md` lists them for each code.
    public var facts = KeyedValues<Fact>()
    /// The line of a description that a session broke; nil for all other findings.
    public var expectation: BrokenExpectation?

    /// Made of what each one has; the rest can be set.
    public init(
        code: Code, severity: Severity, time: Double? = nil, frames: [Int], subject: Subject, message: String,
        remedy: String, reference: String, facts: KeyedValues<Fact> = KeyedValues()
    ) {
        (self.code, self.severity, self.time, self.frames, self.subject) = (code, severity, time, frames, subject)
        (self.message, self.remedy, self.reference, self.facts) = (message, remedy, reference, facts)
    }

    /// Frames that one finding lists.
    public static let maximumFrames = 16
}

extension Finding {
    /// A stable name in kebab-case.
    public struct Code: RawRepresentable, Blank, Sendable {
        /// As the report has it.
        public var rawValue: String
        /// A word of the report, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The empty code, which no version writes.
        public static var blankInReport: Code { Code(rawValue: "") }
    }

    /// How bad it is: a note is nothing wrong, a warning may be, an error is.
    public enum Severity: String, Codable, Comparable, CaseIterable, Sendable {
        /// Nothing is wrong.
        case note
        /// Something may be wrong.
        case warning
        /// Something is wrong.
        case error

        /// A note is less than a warning, a warning less than an error.
        public static func < (first: Severity, second: Severity) -> Bool {
            allCases.firstIndex(of: first)! < allCases.firstIndex(of: second)!
        }
    }

    /// A rule of a description, as its author wrote it.
    public struct BrokenExpectation: Codable, Hashable, Sendable {
        /// The file of the description; nil where it is not from a file.
        public var source: String?
        /// From 1.
        public var line: Int
        /// The line itself.
        public var text: String
        /// How often the session broke it.
        public var count: Int

        /// Made of all its parts.
        public init(source: String?, line: Int, text: String, count: Int) {
            (self.source, self.line, self.text, self.count) = (source, line, text, count)
        }
    }

    /// The value of a fact.
    public indirect enum Fact: Hashable, Sendable {
        /// A number, in the units of the report.
        case number(Double)
        /// A word, a name or an id.
        case text(String)
        /// Several of them.
        case list([Fact])
    }

    /// The subject of a finding.
    public enum Subject: Hashable, Sendable {
        /// The capture as a whole.
        case capture
        /// What is on the air.
        case wireless
        /// A session, by ``Session/id``.
        case session(Int)
        /// A service, by ``Service/id``.
        case service(String)
        /// A peer, by ``Peer/id``.
        case peer(String)
    }
}

extension Finding.Fact: Codable {
    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([Finding.Fact].self))
        }
    }

    /// Writes it as the report has it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let facts): try container.encode(facts)
        }
    }
}

extension Finding.Subject: Codable {
    private enum Key: String, CodingKey { case kind, id }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "session": self = .session(try container.decode(Int.self, forKey: .id))
        case "service": self = .service(try container.decode(String.self, forKey: .id))
        case "peer": self = .peer(try container.decode(String.self, forKey: .id))
        case "wireless": self = .wireless
        default: self = .capture
        }
    }

    /// Writes it as the report has it.
    public func encode(to encoder: any Encoder) throws {
        func encode(_ kind: String, id: (some Encodable)?) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(id, forKey: .id)
        }
        switch self {
        case .capture: try encode("capture", id: String?.none)
        case .wireless: try encode("wireless", id: String?.none)
        case .session(let id): try encode("session", id: id)
        case .service(let id): try encode("service", id: id)
        case .peer(let id): try encode("peer", id: id)
        }
    }
}
