import TraceModel
import WireText

/// Captures of the air.
extension Verdict {
    func radioNodes() -> Clause? {
        guard let wireless = report.wireless else { return nil }
        var parts: [String] = []
        if let awdl = wireless.awdl, !awdl.nodes.isEmpty { parts.append(awdlWords(awdl)) }
        if let nan = wireless.nan, !nan.nodes.isEmpty {
            let paths = nan.dataPaths.count + nan.omittedDataPaths
            parts.append(
                Quantity.count(nan.nodes.count, "Wi-Fi Aware node")
                    + (paths > 0 ? " with \(Quantity.count(paths, "data path"))" : ""))
        }
        guard !parts.isEmpty else { return nil }
        let isApart = groups.contains { $0.code.rawValue == "awdl-channel-overlap-low" }
        return Clause(
            text: parts.joined(separator: "; "), codes: isApart ? ["awdl-channel-overlap-low"] : [], isTrouble: isApart)
    }

    /// `3 AWDL nodes: bob and carol share 1 of 16 slots, the fewest`
    private func awdlWords(_ awdl: AWDLReport) -> String {
        let title = Quantity.count(awdl.nodes.count, "AWDL node")
        guard let pair = WirelessWords.leastFirst(awdl).first else { return title }
        let ends = WirelessWords.ends(pair, WirelessWords.names(awdl)).joined(separator: " and ")
        if awdl.omittedPairs == 0, awdl.pairs.allSatisfy({ ($0.sharedTime ?? 0) >= 1 }) {
            return "\(title), all on one channel in all slots"
        }
        let fewest = awdl.pairs.count > 1 ? ", the fewest" : ""
        return "\(title): \(ends) share \(WirelessWords.sharedSlots(pair))\(fewest)"
    }
}
