import ArgumentParser
import PacketCapture
import TraceReports
import WireCoding
import WireText

/// `--list-interfaces`
enum InterfaceList {
    /// - Throws: The exit status.
    static func print(_ output: FormatOption<SingleDocument>) throws {
        let devices: [CaptureDevice]
        do throws(LiveCaptureError) {
            devices = try CaptureDevice.all()
        } catch {
            throw ExitStatus.failure(error)
        }
        let entries = devices.map { device in
            // The usual one comes first; nil where they cannot be asked for.
            (device, (try? LiveCapture.linkTypes(of: device.name))?.map(\.name))
        }
        let list = FieldValue.list(entries.map { value($0, linkTypes: $1) })
        try output.print(
            ["schema": .text("nearscope.interfaces/1"), "interfaces": list],
            text: entries.map { text($0, linkTypes: $1) }.joined())
    }

    private static func value(_ device: CaptureDevice, linkTypes: [String]?) -> FieldValue {
        [
            "name": .text(device.name), "description": .optional(device.deviceDescription),
            "addresses": .texts(device.addresses.map(\.description)), "flags": .texts(device.flags.names),
            "linkTypes": linkTypes.map { .texts($0) } ?? .null,
        ]
    }

    /// A line with the name and what is worth knowing first, and more below it.
    private static func text(_ device: CaptureDevice, linkTypes: [String]?) -> String {
        let head = [[device.name], device.flags.names, linkTypes ?? []].filter { !$0.isEmpty }
        var lines = [head.map { $0.joined(separator: ", ") }.joined(separator: "  ")]
        if let description = device.deviceDescription { lines.append("    " + description) }
        if !device.addresses.isEmpty {
            lines.append("    " + device.addresses.map(\.description).joined(separator: ", "))
        }
        return lines.map { SafeText.escaped($0) + "\n" }.joined()
    }
}
