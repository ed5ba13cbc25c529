import ArgumentParser
import TraceReports

extension StreamPage.Part {
    /// What an option's value names: the ID of a stream, or datagrams.
    static func option(_ text: String) throws -> StreamPage.Part {
        if text == datagrams.name { return datagrams }
        // IDs have 62 bits (RFC 9000 §2.1).
        guard let id = Int(text), (0..<1 << 62).contains(id), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw ValidationError("“\(text)” is neither the ID of a stream, such as 4, nor datagrams.") }
        return .stream(id)
    }

    /// As an option has it.
    var name: String {
        switch self {
        case .stream(let id): "\(id)"
        case .datagrams: "datagrams"
        }
    }

    var words: String {
        switch self {
        case .stream(let id): "stream \(id)"
        case .datagrams: "datagrams"
        }
    }
}
