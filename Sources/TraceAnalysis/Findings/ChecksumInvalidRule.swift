import TraceModel

/// Checksums were verified, and some are wrong: what arrived is not what was sent, and its receiver drops it.
enum ChecksumInvalidRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let counts = context.report.capture.checksums, let first = context.checksums.invalid.first else {
            return []
        }
        let number = counts.ipv4Header.invalid + counts.transport.invalid
        return [
            Finding(
                code: .init(rawValue: "checksum-invalid"), severity: .warning, time: context.axis.seconds(first.time),
                frames: context.checksums.invalid.map(\.frame), subject: .capture,
                message: (number == 1 ? "1 checksum is" : "\(number) checksums are")
                    + " wrong: packets were damaged in transit, or changed after their checksum was computed.",
                remedy: "Receivers drop such packets. Find what damages them, or capture elsewhere on the path.",
                reference: "RFC 1071")
        ]
    }
}
