import DNSWire

extension ArraySlice<UInt8> {
    /// Whether the label is that text, A-Z and a-z being the same.
    ///
    /// - Parameter text: ASCII in lower case.
    func equalsIgnoringCase(_ text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        return zip(self, text.utf8).allSatisfy { byte, expected in
            ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == expected
        }
    }
}

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
        type.transport == .udp && labels[typeIndex].equalsIgnoringCase("_dns-sd")
    }

    /// Whether the type follows the label that marks a subtype (RFC 6763 §7.1).
    var isSubtype: Bool { typeIndex > 0 && labels[typeIndex - 1].equalsIgnoringCase("_sub") }

    /// Labels as one text with dots between them.
    func joined(_ range: Range<Int>) -> [UInt8] { Array(labels[range].joined(separator: [0x2E])) }
}
