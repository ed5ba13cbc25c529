import TraceModel

/// Checksums were verified, and some are wrong: what arrived is not what was sent, and its receiver drops it.
enum ChecksumInvalidRule: FindingRule {
    static func findings(in context: FindingContext) -> [Finding] {
        guard let counts = context.report.capture.checksums, !context.checksums.invalid.isEmpty else { return [] }
        let count = counts.ipv4Header.invalid + counts.transport.invalid
        return [
            context.finding(
                "checksum-invalid", .warning, about: .capture, at: context.checksums.invalid,
                message: (count == 1 ? "1 checksum is" : "\(count) checksums are")
                    + " wrong: packets were damaged in transit, or changed after their checksum was computed.",
                facts: ["ipv4Header": counts.ipv4Header.invalid, "transport": counts.transport.invalid],
                remedy: "Receivers drop such packets. Find what damages them, or capture elsewhere on the path.",
                reference: "RFC 1071")
        ]
    }
}
