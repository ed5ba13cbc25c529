import WireCoding

/// A TCP option as the fields of a layer.
enum TCPOptionFields {
    static func of(_ option: TCPOption, length: Int) -> [FrameField] {
        var fields = [FrameField("kind", .number(option.kind)), FrameField("length", .integer(Int64(length)))]
        switch option {
        case .noOperation, .sackPermitted: break
        case .endOfOptions(let padding): fields.append(FrameField("padding", .hex(padding)))
        case .maximumSegmentSize(let size): fields.append(FrameField("maximumSegmentSize", .number(size)))
        case .windowScale(let shift): fields.append(FrameField("shift", .number(shift)))
        case .sack(let blocks):
            let values = blocks.map { block in
                FieldValue.object([
                    FrameField("left", .number(block.left)), FrameField("right", .number(block.right)),
                ])
            }
            fields.append(FrameField("blocks", .list(values)))
        case .timestamps(let value, let echo):
            fields.append(FrameField("value", .number(value)))
            fields.append(FrameField("echo", .number(echo)))
        case .md5Signature(let digest): fields.append(FrameField("digest", .hex(digest)))
        case .userTimeout(let isMinutes, let value):
            fields.append(FrameField("granularity", .text(isMinutes ? "minutes" : "seconds")))
            fields.append(FrameField("timeout", .number(value)))
        case .authentication(let keyID, let nextKeyID, let code):
            fields.append(FrameField("keyID", .number(keyID)))
            fields.append(FrameField("nextKeyID", .number(nextKeyID)))
            fields.append(FrameField("code", .hex(code)))
        case .multipath(let subtype, let flags, let data):
            fields.append(FrameField("subtype", .number(subtype.rawValue)))
            fields.append(FrameField("name", subtype.name.map { .text($0) } ?? .null))
            fields.append(FrameField("flags", .number(flags)))
            fields.append(FrameField("data", .hex(data)))
        case .fastOpen(let cookie), .experimentalFastOpen(let cookie):
            fields.append(FrameField("fastOpenCookie", .hex(cookie)))
        case .unknown(_, let data): fields.append(FrameField("data", .hex(data)))
        }
        return fields
    }
}
