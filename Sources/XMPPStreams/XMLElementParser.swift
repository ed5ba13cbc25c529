import CExpat
import WireCoding

/// Hands a complete element to expat, in one call.
///
/// A parser lives for one element: a stream between stanzas holds no memory of expat's, and nothing of one stanza,
/// names and entities least of all, has an effect on the next. Without a document type declaration, which
/// ``XMLMarkupScanner`` refuses, there is nothing that expat would expand but character references and the five
/// entities of XML.
enum XMLElementParser {
    /// The salt of the tables in which expat keeps names. It is random in each run, so that no one can choose names
    /// that collide. Expat takes 0 for none.
    private static let salt = UInt.random(in: 1...UInt.max)

    /// - Parameters:
    ///   - text: UTF-8, whatever a declaration said (RFC 6120, section 11.6). Shorter than 2 GiB.
    ///   - isWhole: False for a start tag alone.
    ///   - collector: Receives tags and text.
    static func parse(_ text: Span<UInt8>, isWhole: Bool, into collector: ElementCollector) throws(XMLFault) {
        guard let length = Int32(exactly: text.count) else { throw XMLFault(kind: .tooLong(maximum: .max), offset: 0) }
        // Expat allocates; the handle is null or good until it is freed, which happens once, when this function ends.
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { throw XMLFault(kind: .outOfMemory, offset: 0) }
        defer { unsafe XML_ParserFree(parser) }
        let run = unsafe Run(parser: parser, collector: collector)
        // `run` outlives all calls back: they happen within XML_Parse alone, and `withExtendedLifetime` keeps it until
        // that has returned.
        let status = withExtendedLifetime(run) {
            // The library's own way to a salt asks the system for each parser, which takes as long as half a stanza.
            _ = unsafe XML_SetHashSalt(parser, salt)
            unsafe XML_SetUserData(parser, Unmanaged.passUnretained(run).toOpaque())
            unsafe XML_SetElementHandler(parser, Run.start, Run.end)
            unsafe XML_SetCharacterDataHandler(parser, Run.text)
            // Expat reads `length` bytes from the start of the borrowed text, and only during the call.
            return unsafe text.withUnsafeBytes { bytes in
                unsafe XML_Parse(
                    parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, isWhole ? 1 : 0)
            }
        }
        guard status != XML_STATUS_OK else { return }
        if let fault = collector.fault { throw fault }
        let kind: XMPPStreamError.Kind =
            // The parser is still alive here, and for the next two calls: `defer` frees it last.
            switch unsafe XML_GetErrorCode(parser) {
            case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_ENTITY_DECLARED_IN_PE, XML_ERROR_EXTERNAL_ENTITY_HANDLING:
                .entityReference
            case XML_ERROR_NO_MEMORY: .outOfMemory
            default: .notWellFormed
            }
        throw XMLFault(kind: kind, offset: max(0, Int(unsafe XML_GetCurrentByteIndex(parser))))
    }

    /// One parse, as the functions that expat calls back see it.
    @safe
    private final class Run {
        /// Good as long as this object is in use: ``XMLElementParser/parse(_:isWhole:into:)`` owns both.
        private let parser: XML_Parser
        private let collector: ElementCollector

        init(parser: XML_Parser, collector: ElementCollector) {
            unsafe self.parser = unsafe parser
            self.collector = collector
        }

        /// The range of the tag that expat is at. Empty for the end of an empty element, which is reported after its
        /// tag.
        private var range: Range<Int> {
            // Only called from within the calls back, while the parser is alive.
            let start = max(0, Int(unsafe XML_GetCurrentByteIndex(parser)))
            return start..<start &+ max(0, Int(unsafe XML_GetCurrentByteCount(parser)))
        }

        private func stop() {
            // Only called from within the calls back, while the parser is alive.
            _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
        }

        /// The object that was given to `XML_SetUserData`, which the caller of `XML_Parse` keeps alive.
        private static func of(_ context: UnsafeMutableRawPointer?) -> Run? {
            unsafe context.map { unsafe Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
        }

        static let start: XML_StartElementHandler = { context, name, attributes in
            // Expat's strings end with a zero byte and are good during the call back.
            guard let run = unsafe Run.of(context), let name = unsafe name else { return }
            // An array of names and values in turn, ended by a null pointer.
            var count = 0
            while let _ = unsafe attributes?[2 &* count] { count &+= 1 }
            var values: [XMLAttribute] = []
            if run.collector.wantsAttributes && count <= ElementCollector.maximumAttributes {
                values.reserveCapacity(count)
                for index in 0..<count {
                    // Within the array: `count` pairs were counted above.
                    guard let name = unsafe attributes?[2 &* index], let value = unsafe attributes?[2 &* index &+ 1]
                    else {
                        continue
                    }
                    values.append(unsafe XMLAttribute(name: String(cString: name), value: String(cString: value)))
                }
            }
            run.collector.start(
                unsafe String(cString: name), attributes: values, attributeCount: count, at: run.range)
            if run.collector.fault != nil { run.stop() }
        }

        static let end: XML_EndElementHandler = { context, _ in
            guard let run = unsafe Run.of(context) else { return }
            run.collector.end(at: run.range)
        }

        static let text: XML_CharacterDataHandler = { context, bytes, length in
            guard let run = unsafe Run.of(context), run.collector.wantsText, let bytes = unsafe bytes else { return }
            // `length` bytes, good during the call back; they are copied.
            unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { start in
                unsafe run.collector.append(Span(_unsafeStart: start, count: Int(length)))
            }
        }
    }
}
