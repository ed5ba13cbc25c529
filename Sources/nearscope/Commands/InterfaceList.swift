import ArgumentParser
import PacketCapture
import TraceReports
import WireCoding
import WireText

/// `--list-interfaces`
enum InterfaceList {
    /// An interface as programs read of it.
    struct Entry: Encodable {
        let name: String
        let description: String?
        let addresses: [String]
        let flags: [String]
        /// The LINKTYPE_ names without prefix, the usual one first; nil where they cannot be asked for.
        let linkTypes: [String]?

        init(_ device: CaptureDevice) {
            name = device.name
            description = device.deviceDescription
            addresses = device.addresses.map(\.description)
            flags = device.flags.names
            linkTypes = (try? LiveCapture.linkTypes(of: device.name))?.map(\.name)
        }
    }

    struct List: Encodable {
        var schema = "nearscope.interfaces/1"
        var interfaces: [Entry]
    }

    /// - Throws: The exit status.
    static func print(_ output: FormatOption<SingleDocument>) throws {
        let entries: [Entry]
        do throws(LiveCaptureError) {
            entries = try CaptureDevice.all().map(Entry.init)
        } catch {
            throw ExitStatus.failure(error)
        }
        try output.print(List(interfaces: entries), text: entries.map(text).joined())
    }

    /// A line with the name and what is worth knowing first, and more below it.
    private static func text(_ entry: Entry) -> String {
        var head = entry.name
        if !entry.flags.isEmpty { head += "  " + entry.flags.joined(separator: ", ") }
        if let linkTypes = entry.linkTypes { head += "  " + linkTypes.joined(separator: ", ") }
        var lines = [head]
        if let description = entry.description { lines.append("    " + description) }
        if !entry.addresses.isEmpty { lines.append("    " + entry.addresses.joined(separator: ", ")) }
        return lines.map { SafeText.escaped($0) + "\n" }.joined()
    }
}
