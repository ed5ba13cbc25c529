import ArgumentParser
import TraceAnalysis
import TraceModel

extension ElectionRule: ExpressibleByArgument {}

/// The options of the wireless view beside the capture.
struct WirelessOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How AWDL nodes are expected to choose their master: by metric, as Apple's do, or by counter, as OWL does.",
            valueName: "rule"))
    var electionRule = ElectionRule.metric

    @Option(
        help: ArgumentHelp(
            "The name of a Wi-Fi Aware service, so that its hash is recognized. Those of --info-plist are recognized too.",
            valueName: "name"))
    var service: [String] = []

    var options: WirelessOptions { WirelessOptions(electionRule: electionRule, serviceNames: service) }
}
