import ArgumentParser
import Platform
import ServiceDiscovery
import TraceReports
import WireCoding
import WireText

/// Questions about TXT records that need no capture.
struct TXTCommand: ParsableCommand {
    private static let statuses = ExitStatus.help([
        0: "valid", 1: "a mandatory rule is broken", 65: "not hexadecimal, or too long",
    ])

    static let configuration = CommandConfiguration(
        commandName: "txt", abstract: "Answers questions about TXT records, the attributes of services.",
        discussion: """
            EXAMPLES
              nearscope txt check path=/index.html flag   what is wrong, and the bytes
              nearscope txt check --hex 03613d31          the same, for bytes from the wire
            """ + statuses,
        subcommands: [Check.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows what is in a TXT record, what is wrong with it, and its bytes.",
            discussion: """
                Takes entries: key=value, key= for an empty value, or key alone for no value. With --hex, takes the \
                record's data as it is on the wire.

                EXAMPLES
                  nearscope txt check path=/index.html flag 'name=Reception Mac'
                  nearscope txt check --hex 0b706174683d2f7468696e67
                  nearscope txt check a=1 A=2 a --format json
                """ + statuses)

        @Argument(help: ArgumentHelp("Entries: key=value, key= or key.", valueName: "key=value"))
        var entries: [String] = []

        @Option(help: ArgumentHelp("The record's data, as hexadecimal digits.", valueName: "rdata"))
        var hex: String?

        @OptionGroup var output: FormatOption<SingleDocument>

        @OptionGroup var width: WidthOption

        func validate() throws {
            if hex != nil, !entries.isEmpty {
                throw ValidationError("Give entries or --hex, not both.")
            }
        }

        func run() throws {
            let report = TXTReport(try record())
            try output.print(report.value, text: report.text(width: width.columns))
            if report.isBroken { throw ExitCode(ExitStatus.findings.rawValue) }
        }

        private func record() throws -> TXTRecord {
            if let hex {
                guard let bytes = Hex.decode(hex) else {
                    throw ExitStatus.notUnderstood.failure("--hex", "expected an even number of hexadecimal digits")
                }
                guard bytes.count <= TXTRecord.maximumLength else {
                    throw ExitStatus.notUnderstood.failure(
                        "--hex", "is \(bytes.count) bytes long; a record has at most \(TXTRecord.maximumLength)")
                }
                return TXTRecord(observed: bytes)
            }
            // Entries that break rules are shown with them; only what no string can hold ends it here.
            var bytes: [UInt8] = []
            for entry in ArgumentRuns.split(entries) {
                // An argument need not be UTF-8, and neither need a record.
                let entryBytes = PathText.bytes(entry)
                guard entryBytes.count <= TXTRecord.Entry.maximumLength else {
                    let violation = TXTRecordViolation.entryTooLong(length: entryBytes.count)
                    StandardError.write("nearscope: \(SafeText.escaped(entry)): \(violation) (RFC 6763 §6.1)")
                    throw ExitCode(ExitStatus.findings.rawValue)
                }
                bytes.append(UInt8(entryBytes.count))
                bytes += entryBytes
            }
            return TXTRecord(observed: bytes.isEmpty ? [0] : bytes)
        }
    }
}
