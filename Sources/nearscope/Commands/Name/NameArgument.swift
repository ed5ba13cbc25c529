import ServiceDiscovery

/// A name as a command is given it, and the label in it that responders rename.
struct NameArgument {
    /// The whole name, if it is that of a service instance.
    let service: ServiceInstanceName?
    let label: [UInt8]

    /// - Parameter text: An instance or a host as people see it, or its whole name: `iPad (2)._http._tcp.local`,
    ///   `iPad.local`.
    init(_ text: String, _ subject: RenameRule.Subject) {
        switch subject {
        case .service:
            service = try? ServiceInstanceName(presentation: text)
            label = service?.instance ?? Array(text.utf8)
        case .host:
            service = nil
            let name = text.last == "." ? text.dropLast() : text[...]
            let isWhole = name.lowercased().hasSuffix(".local")
            label = Array((isWhole ? name.dropLast(".local".count) : name).utf8)
        }
    }
}
