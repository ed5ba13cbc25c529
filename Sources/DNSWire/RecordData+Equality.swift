extension RecordData {
    /// Whether two records' data say the same.
    ///
    /// Malformed data is equal by its bytes alone: where and how it was found to be malformed depends on the message
    /// around it, and is another place when the message is written with other compression.
    public static func == (first: RecordData, second: RecordData) -> Bool {
        // Each kind by its name, so that the compiler asks for the comparison of a new one.
        switch first {
        case .address(let left): if case .address(let right) = second { return left == right }
        case .pointer(let left): if case .pointer(let right) = second { return left == right }
        case .canonicalName(let left): if case .canonicalName(let right) = second { return left == right }
        case .nameServer(let left): if case .nameServer(let right) = second { return left == right }
        case .service(let left): if case .service(let right) = second { return left == right }
        case .text(let left): if case .text(let right) = second { return left == right }
        case .nextSecure(let left): if case .nextSecure(let right) = second { return left == right }
        case .options(let left): if case .options(let right) = second { return left == right }
        case .startOfAuthority(let left): if case .startOfAuthority(let right) = second { return left == right }
        case .mailExchange(let left): if case .mailExchange(let right) = second { return left == right }
        case .hostInformation(let left): if case .hostInformation(let right) = second { return left == right }
        case .namingAuthorityPointer(let left):
            if case .namingAuthorityPointer(let right) = second { return left == right }
        case .serviceBinding(let left): if case .serviceBinding(let right) = second { return left == right }
        case .raw(let left): if case .raw(let right) = second { return left == right }
        case .malformed(let left, _): if case .malformed(let right, _) = second { return left == right }
        }
        return false
    }

    public func hash(into hasher: inout Hasher) {
        func combine(_ kind: UInt8, _ value: some Hashable) {
            hasher.combine(kind)
            hasher.combine(value)
        }
        switch self {
        case .address(let address): combine(0, address)
        case .pointer(let name): combine(1, name)
        case .canonicalName(let name): combine(2, name)
        case .nameServer(let name): combine(3, name)
        case .service(let location): combine(4, location)
        case .text(let bytes): combine(5, bytes)
        case .nextSecure(let next): combine(6, next)
        case .options(let options): combine(7, options)
        case .startOfAuthority(let authority): combine(8, authority)
        case .mailExchange(let exchange): combine(9, exchange)
        case .hostInformation(let host): combine(10, host)
        case .namingAuthorityPointer(let rule): combine(11, rule)
        case .serviceBinding(let binding): combine(12, binding)
        case .raw(let bytes): combine(13, bytes)
        case .malformed(let bytes, _): combine(14, bytes)
        }
    }
}
