import WireCoding

/// What bodies are, where all of them are the same.
struct InferredBody {
    var body = MessageBody.bytes
    var compressed: BodyCompression.Format?
    /// Decoded values, where the body has parts.
    var values: [FieldValue?] = []
    /// Bodies that bear it out.
    var count = 0
}

enum BodyInference {
    static func infer(_ bodies: [[UInt8]], isLines: Bool) -> InferredBody {
        let full = bodies.filter { !$0.isEmpty }
        guard full.count >= 2 else { return InferredBody() }
        for (format, mark) in [(BodyCompression.Format.gzip, [0x1F, 0x8B] as [UInt8]), (.zlib, [0x78])]
        where full.allSatisfy({ $0.starts(with: mark) }) {
            guard let plain = inflate(bodies, format) else { continue }
            var inner = plainBody(plain, isLines: false)
            inner.compressed = format
            return inner
        }
        return plainBody(bodies, isLines: isLines)
    }

    private static func inflate(_ bodies: [[UInt8]], _ format: BodyCompression.Format) -> [[UInt8]]? {
        guard var inflater = Inflater(format == .gzip ? .gzip : .zlib) else { return nil }
        var plain: [[UInt8]] = []
        for body in bodies {
            var output: [UInt8] = []
            guard
                body.isEmpty
                    || (try? inflater.inflate(body.span, into: &output, maximum: ObservedSession.maximumBytes)) != nil
            else { return nil }
            plain.append(output)
        }
        return plain
    }

    private static func plainBody(_ bodies: [[UInt8]], isLines: Bool) -> InferredBody {
        let full = bodies.filter { !$0.isEmpty }
        var result = InferredBody()
        result.count = full.count
        if full.allSatisfy({ isJSON($0) && ($0.first == 0x7B || $0.first == 0x5B) }) {
            result.body = .json
            result.values = bodies.map { $0.isEmpty ? nil : JSONTree.value($0.span) }
        } else if isPropertyLists(full) {
            result.body = .plist
            result.values = bodies.map { PropertyList.value($0.span) }
        } else if full.allSatisfy({
            UTF8Text.firstError($0.span) == nil && $0.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
        }) {
            result.body = isLines ? .words : .utf8
        } else if full.allSatisfy({ isProtobuf($0) }) {
            result.body = .protobuf(nil)
        } else {
            result.count = 0
        }
        return result
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool {
        var walker = JSONWalker(bytes.span, PathTable(), values: [])
        return walker.read()
    }

    private static func isPropertyLists(_ bodies: [[UInt8]]) -> Bool {
        bodies.allSatisfy {
            ($0.starts(with: "bplist".utf8) || $0.starts(with: "<?xml".utf8)) && PropertyList.value($0.span) != nil
        }
    }

    /// Fields with small numbers only, of which at least one has a length: anything may be a varint.
    private static func isProtobuf(_ bytes: [UInt8]) -> Bool {
        var position = 0
        var hasLength = false
        while position < bytes.count {
            guard let field = ProtobufField(bytes.span, at: &position), field.number <= 256, field.wireType != 3 else {
                return false
            }
            if field.wireType == 2 { hasLength = true }
        }
        return hasLength
    }
}
