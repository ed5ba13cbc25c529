import ArgumentParser
import TraceAnalysis

extension ElectionRule: ExpressibleByArgument {}

/// What the wireless view depends on beside the capture.
struct WirelessOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "By what AWDL nodes are expected to choose their master: metric, as Apple's do, or counter, as OWL does.",
            valueName: "rule"))
    var electionRule = ElectionRule.metric

    @Option(
        help: ArgumentHelp(
            "The name of a Wi-Fi Aware service, to know it by its hash; also those of --info-plist are known.",
            valueName: "name"))
    var service: [String] = []

    var options: WirelessOptions { WirelessOptions(electionRule: electionRule, serviceNames: service) }
}
