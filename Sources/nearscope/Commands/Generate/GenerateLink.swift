import ArgumentParser
import WireTesting

/// The network's effects on the packets of a generated conversation.
struct GenerateLink: ParsableArguments {
    @Option(help: ArgumentHelp("One-way delay between two hosts. (default: see above)", valueName: "ms"))
    var delay: Double?

    @Option(help: ArgumentHelp("Jitter: the delay varies by up to this much in both directions.", valueName: "ms"))
    var jitter: Double?

    @Option(help: ArgumentHelp("Fraction of packets lost, 0 to 0.3.", valueName: "rate"))
    var loss: Double?

    @Option(help: ArgumentHelp("Fraction of packets duplicated, 0 to 1.", valueName: "rate"))
    var duplicates: Double?

    @Option(help: ArgumentHelp("Fraction of packets reordered, 0 to 1.", valueName: "rate"))
    var reordering: Double?

    /// - Parameters:
    ///   - delay: In milliseconds, where none was given; likewise the others.
    /// - Throws: `ValidationError` for what makes no network.
    func link(
        delay: Double, jitter: Double, loss: Double = 0, duplicates: Double = 0, reordering: Double = 0
    ) throws -> NetworkModel.Link {
        let milliseconds = self.delay ?? delay
        // A shorter delay leaves no room for the usual jitter.
        let difference = self.jitter ?? min(jitter, milliseconds)
        let rates = (self.loss ?? loss, self.duplicates ?? duplicates, self.reordering ?? reordering)
        try LimitedOption.check("--delay", milliseconds, 0...10_000)
        guard (0...milliseconds).contains(difference) else { throw ValidationError("--jitter must be 0 to --delay.") }
        try LimitedOption.check("--loss", rates.0, 0...0.3)
        try LimitedOption.check("--duplicates", rates.1, 0...1)
        try LimitedOption.check("--reordering", rates.2, 0...1)
        return NetworkModel.Link(
            delay: Int64(milliseconds * 1e6), jitter: Int64(difference * 1e6), lossRate: rates.0,
            duplicationRate: rates.1, reorderingRate: rates.2)
    }
}
