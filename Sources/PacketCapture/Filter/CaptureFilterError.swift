/// Why a capture filter cannot be used.
public struct CaptureFilterError: Error, Hashable, Sendable {
    /// The reasons why a filter cannot be used.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The expression does not follow the grammar.
        case syntax
        /// The grammar is kept, but a word or number has no meaning; libpcap's own words say why.
        case invalid(String)
        /// The expression asks for something that packets of that link type do not have, or libpcap does not know the
        /// link type at all; libpcap's own words.
        case linkType(LinkType, String)
        /// It has more primitives than are compiled together.
        case tooLong(primitives: Int)
    }

    /// The reason, with libpcap's words where it has some.
    public let kind: Kind
    /// The whole expression, as it was given.
    public let expression: String
    /// The range of the fault in the expression's UTF-8 bytes; an empty range at the end if something is missing there,
    /// nil if no range is known.
    public let range: Range<Int>?

    init(_ kind: Kind, expression: String, range: Range<Int>? = nil) {
        self.kind = kind
        self.expression = expression
        self.range = range
    }

    /// The part of the expression at ``range``; empty if there is none.
    public var culprit: String {
        guard let range else { return "" }
        return String(decoding: Array(expression.utf8)[range], as: UTF8.self)
    }
}

extension CaptureFilterError: CustomStringConvertible {
    /// One sentence, without the expression: `syntax error at “hots”`.
    public var description: String {
        switch kind {
        case .syntax where range?.isEmpty == true: "syntax error: the expression ends too early"
        case .syntax where range != nil: "syntax error at “\(culprit)”"
        case .syntax: "syntax error"
        case .invalid(let message): message
        case .tooLong(let primitives):
            "\(primitives) primitives take too long to compile, the limit is \(FilterPlan.maximumPrimitives); write networks in place of addresses (net 10.0.0.0/24) and ranges in place of ports (portrange 5000-5100), or alternatives alone (host A or host B or …), of which there may be more"
        case .linkType(let linkType, let message):
            "the filter cannot be used for packets of link type \(linkType.name): \(message)"
        }
    }
}
