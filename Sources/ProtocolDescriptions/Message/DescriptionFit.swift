import WireCoding

/// How the first bytes of a direction fit a description, by which a session is recognized.
public struct DescriptionFit: Hashable, Sendable {
    /// Messages of a direction that are looked at.
    public static let maximumMessages = 4

    /// Sound messages, with a type that has a name where the description gives names; ``maximumMessages`` at most.
    public var messages = 0
    /// Whether something does not fit.
    public var isRefuted = false

    /// A fit after so many sound messages.
    public init(messages: Int = 0, isRefuted: Bool = false) {
        self.messages = messages
        self.isRefuted = isRefuted
    }
}

extension CompiledProtocol {
    /// Whether the bytes begin as the description's `magic` says; false without one.
    public func hasMagic(_ start: Span<UInt8>) -> Bool {
        let magic = description.magic
        guard !magic.isEmpty, magic.count <= start.count else { return false }
        return start.extracting(0..<magic.count).elementsEqual(magic.span)
    }

    /// How the first bytes of a stream, or one datagram, fit. A message that is cut at their end does not count.
    public func fit(_ start: Span<UInt8>) -> DescriptionFit {
        var fit = DescriptionFit()
        var decoder = makeDecoder()
        decoder.read(start) { message in
            guard fit.messages < DescriptionFit.maximumMessages, !fit.isRefuted else { return }
            if message.isKnownType {
                fit.messages += 1
            } else {
                fit.isRefuted = true
            }
        }
        if fit.messages < DescriptionFit.maximumMessages, decoder.summary.malformed > 0 { fit.isRefuted = true }
        return fit
    }
}
