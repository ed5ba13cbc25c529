extension RecordData {
    /// Whether two records' data say the same.
    ///
    /// Malformed data is equal by its bytes alone: where and how it was found to be malformed depends on the message
    /// around it, and is another place when the message is written with other compression.
    public static func == (first: RecordData, second: RecordData) -> Bool {
        switch (first, second) {
        case (.address(let left), .address(let right)): left == right
        case (.pointer(let left), .pointer(let right)): left == right
        case (.canonicalName(let left), .canonicalName(let right)): left == right
        case (.nameServer(let left), .nameServer(let right)): left == right
        case (.service(let left), .service(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        case (.nextSecure(let left), .nextSecure(let right)): left == right
        case (.options(let left), .options(let right)): left == right
        case (.startOfAuthority(let left), .startOfAuthority(let right)): left == right
        case (.mailExchange(let left), .mailExchange(let right)): left == right
        case (.hostInformation(let left), .hostInformation(let right)): left == right
        case (.namingAuthorityPointer(let left), .namingAuthorityPointer(let right)): left == right
        case (.serviceBinding(let left), .serviceBinding(let right)): left == right
        case (.raw(let left), .raw(let right)): left == right
        case (.malformed(let left, _), .malformed(let right, _)): left == right
        default: false
        }
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
