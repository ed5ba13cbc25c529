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
            // Text for terminals has escape sequences.
            UTF8Text.firstError($0.span) == nil
                && $0.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 || $0 == 0x1B }
        }) {
            result.body = isLines ? .words : .utf8
        } else if areProtobuf(full.lazy.map { $0[...] }) {
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

    private static func isPropertyLists(_ bodies: some Sequence<[UInt8]>) -> Bool {
        bodies.allSatisfy {
            ($0.starts(with: "bplist".utf8) || $0.starts(with: "<?xml".utf8)) && PropertyList.value($0.span) != nil
        }
    }

    /// Whether all bodies have a form that bytes do not have by chance: JSON, property lists, gzip.
    static func areTelling(_ bodies: [ArraySlice<UInt8>]) -> Bool {
        bodies.allSatisfy { ($0.first == 0x7B || $0.first == 0x5B) && isJSON([UInt8]($0)) }
            || bodies.allSatisfy { $0.starts(with: [0x1F, 0x8B, 8]) }
            || isPropertyLists(bodies.lazy.map { [UInt8]($0) })
    }

    /// Whether all bodies are fields with small numbers, of which some have a length: anything may be a varint. Where
    /// not every body has such a field, each field must have the same type in all.
    static func areProtobuf(_ bodies: some Sequence<ArraySlice<UInt8>>) -> Bool {
        var types: [Int: Set<Int>] = [:]
        var (count, withLength) = (0, 0)
        for body in bodies {
            guard let fields = protobufFields([UInt8](body)) else { return false }
            for (number, type) in fields { types[number, default: []].insert(type) }
            count += 1
            if fields.contains(where: { $0.type == 2 }) { withLength += 1 }
        }
        guard count > 0 else { return false }
        return withLength == count || withLength * 3 >= count && types.values.allSatisfy { $0.count == 1 }
    }

    private static func protobufFields(_ bytes: [UInt8]) -> [(number: Int, type: Int)]? {
        var fields: [(number: Int, type: Int)] = []
        var position = 0
        while position < bytes.count {
            guard let field = ProtobufField(bytes.span, at: &position), field.number <= 256, field.wireType != 3 else {
                return nil
            }
            fields.append((field.number, field.wireType))
        }
        return fields
    }
}
