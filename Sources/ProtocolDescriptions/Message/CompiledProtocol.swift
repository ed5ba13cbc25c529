import WireCoding

/// A description that was compiled once, for any number of decoders.
///
/// ```swift
/// var description = ProtocolDescription(name: "chess")
/// description.framing = MessageFraming(.prefix(.integer(size: 4)))
/// description.body = .json
/// description.message.type = TypeRule(.field(MessagePath("body.kind")!))
/// let chess = try CompiledProtocol(description)
/// var decoder = chess.makeDecoder()
/// decoder.read(bytes.span) { message in print(message.type ?? "?") }
/// ```
public struct CompiledProtocol: Sendable {
    /// The description that was compiled.
    public let description: ProtocolDescription
    let plan: ProtocolPlan

    /// - Parameters:
    ///   - description: The description to compile.
    ///   - file: The bytes of a file beside the description, by its name; for descriptions with schemas.
    /// - Throws: The first contradiction.
    public init(
        _ description: ProtocolDescription, file: (String) -> [UInt8]? = { _ in nil }
    ) throws(DescriptionProblem) {
        if let problem = description.problems().first { throw problem }
        self.description = description
        var compiler = ProtocolCompiler(description)
        plan = try compiler.compile(file)
    }

    /// A decoder for one direction of a stream, or for its datagrams.
    ///
    /// - Parameters:
    ///   - midstream: Whether the first byte may be in the middle of a message.
    ///   - resynchronizes: Whether framing is looked for again after a fault.
    public func makeDecoder(midstream: Bool = false, resynchronizes: Bool = false) -> DescribedDecoder {
        DescribedDecoder(plan, midstream: midstream, resynchronizes: resynchronizes)
    }

    /// The names of its types; nil where the description names none.
    public var typeNames: Set<String>? { plan.typeNames.all }

    /// The bits at which the number of messages wraps; nil where it has no width of its own.
    public var numberWidth: Int? { plan.numberWidth }
    /// The bits at which the sender's clock wraps.
    public var sentWidth: Int? { plan.sentWidth }
    /// Whether a message is a datagram, so that there is no stream to cut.
    public var hasDatagramFraming: Bool {
        if case .datagram = plan.framing.method { return true }
        return false
    }
}

/// Where a path's value is found.
struct PathReference: Hashable, Sendable {
    var root: MessagePath.Root
    var index: Int

    var isHeader: Bool { root == .header }
}

/// All that decoders of a description share.
final class ProtocolPlan: Sendable {
    struct Pair: Sendable {
        var asks: MessagePair.Ask
        var answer: String
        var askBy: PathReference?
        var answerBy: PathReference?
    }

    enum BodyChoice: Sendable {
        case always
        /// By a header's value, as its own text.
        case byType(header: Int, cases: [String: Int], other: Int)
    }

    let framing: FramingProgram
    let header: FieldProgram
    let hasHeader: Bool
    let headerValueCount: Int
    let registerCount: Int
    let bodies: [BodyProgram]
    let bodyChoice: BodyChoice
    let bodyValueCount: Int
    let compression: BodyCompression.Format?
    /// The header's value that says whether a body is compressed.
    let compressedWhen: PathReference?
    let type: PathReference?
    let typeNames: TypeNames
    let sender: PathReference?
    let id: PathReference?
    let number: PathReference?
    let numberWidth: Int?
    let sent: PathReference?
    let sentClock: SentRule.Clock?
    let sentWidth: Int?
    let payload: PathReference?
    let show: [(name: String, reference: PathReference)]
    let pairs: [Pair]

    init(_ compiler: ProtocolCompiler, _ parts: ProtocolCompiler.Parts) {
        framing = parts.framing
        header = parts.header
        hasHeader = !parts.header.nodes.isEmpty
        headerValueCount = compiler.headerPaths.count
        registerCount = parts.registerCount
        bodies = parts.bodies
        bodyChoice = parts.bodyChoice
        bodyValueCount = compiler.paths.count
        compression = compiler.description.compressed?.format
        let references = parts.references
        compressedWhen = references.compressedWhen
        type = references.type
        typeNames = TypeNames(compiler.description.message.type)
        sender = references.sender
        id = references.id
        number = references.number
        numberWidth = compiler.width(compiler.description.message.number?.at)
        sent = references.sent
        sentClock = compiler.description.message.sent?.clock
        sentWidth = compiler.width(compiler.description.message.sent?.at)
        payload = references.payload
        show = references.show
        pairs = references.pairs
    }
}
