import WireCoding

extension ProtocolDescription {
    /// The keys of the page with their values, as JSON has them.
    public var value: FieldValue {
        let page = yaml
        guard let scan = try? PageScan(page), let root = try? PageNode.parse(page, scan) else { return .null }
        return root.value
    }
}

extension PageNode {
    /// The value with the types of YAML's core schema.
    fileprivate var value: FieldValue {
        switch content {
        case .list(let elements): return .list(elements.map(\.value))
        case .mapping(let pairs):
            return .object(
                pairs.map { pair in
                    guard case .text(let name, _) = pair.key.content else { return FrameField("", pair.value.value) }
                    return FrameField(name, pair.value.value)
                })
        case .text(let text, let isQuoted):
            switch PageScalar(text, isQuoted: isQuoted) {
            case .null: return .null
            case .boolean(let flag): return .boolean(flag)
            case .integer(let number): return .integer(number)
            case .unsigned(let number): return .unsigned(number)
            case .real(let number): return .real(number)
            case .text(let text): return .text(text)
            }
        }
    }
}
