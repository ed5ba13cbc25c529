import DNSWire

/// The labels of a name, and the index of its service type among them.
struct ServiceLabels {
    let labels: [ArraySlice<UInt8>]
    /// The place of the type's first label.
    let typeIndex: Int
    let type: ServiceType
    let domain: DNSName

    /// Finds the first label that begins with an underscore and is followed by a transport's label and a domain of at
    /// least one label, with at least `count` labels before it.
    init?(_ name: DNSName, labelsBefore count: Int) {
        labels = Array(name.labelSlices)
        for index in labels.indices.dropFirst(count) where index + 2 < labels.count {
            guard labels[index].first == 0x5F, let transport = ServiceTransport(label: labels[index + 1]) else {
                continue
            }
            typeIndex = index
            type = ServiceType(checkedName: name.subname(index..<index + 2), transport: transport)
            domain = name.droppingFirst(index + 2)
            return
        }
        return nil
    }

    /// The type of the questions that ask about the service directory itself (RFC 6763 §9, §11).
    var isDirectoryType: Bool {
        type.transport == .udp && LabelBytes.areEqual(labels[typeIndex], "_dns-sd".utf8)
    }

    /// Whether the type follows the label that marks a subtype (RFC 6763 §7.1).
    var isSubtype: Bool { typeIndex > 0 && LabelBytes.areEqual(labels[typeIndex - 1], "_sub".utf8) }

    /// Labels as one text with dots between them.
    func joined(_ range: Range<Int>) -> [UInt8] { Array(labels[range].joined(separator: [0x2E])) }
}
