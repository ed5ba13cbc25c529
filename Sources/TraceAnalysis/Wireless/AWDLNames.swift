import WirelessFrames

/// How names of action frames stand in a report.
enum AWDLNames {
    /// Bytes of a name of DNS (RFC 1035 §2.3.4); a longer one is none.
    static let maximumSize = 255

    /// With the final dot, as all names of a report have it; nil for names that are too long.
    static func presentation(_ name: AWDLName) -> String? {
        name.size <= maximumSize ? name.description + "." : nil
    }

    /// The full name of the service that a record is about; nil for records of other kinds, and for names
    /// without labels or too long ones.
    static func service(of response: AWDLServiceResponse) -> String? {
        switch response.data {
        case .pointer(let instance):
            guard !instance.items.isEmpty else { return nil }
            // The name is relative to the one that was asked for, as senders write it.
            return instance.isRelative
                ? presentation(AWDLName(items: instance.items + response.name.items)) : presentation(instance)
        case .service, .text:
            return response.name.items.isEmpty ? nil : presentation(response.name)
        case .other: return nil
        }
    }
}
