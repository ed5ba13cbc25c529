import TraceModel
import TraceReports
import WireText

/// What was on the air: AWDL's schedule, its masters, how much two nodes can hear each other, how strong they were, and NAN.
enum WirelessSection {
    static func isThere(_ report: TraceReport) -> Bool {
        report.wireless.map { $0.awdl != nil || $0.nan != nil } ?? false
    }

    static func write(to html: inout HTMLText, _ page: PageContext) {
        guard isThere(page.report), let wireless = page.report.wireless else { return }
        html.section(page, "wireless", "Wireless") { section in
            section.figures([
                Figure("frames", WirelessWords.frames(wireless).joined(separator: ", "), width: .wide),
                .count("retries", wireless.retries, page.pointer + "/wireless/retries"),
                .count("bad checksums", wireless.badFCS, page.pointer + "/wireless/badFCS"),
            ])
            let selection = SeriesSelection(wireless, limit: SeriesChart.maximumSeries)
            if let awdl = wireless.awdl { AWDLPlots(page, awdl, selection).write(to: &section) }
            if let nan = wireless.nan { NANPlots(page, nan, selection).write(to: &section) }
            section.command(page.extraction?.all(of: page.wholeTime), isForParts: true)
        }
    }
}
