import ArgumentParser
import WireSimulation
import WireTesting

/// The network's effects on the packets of a generated conversation.
struct GenerateLink: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("One-way delay between two hosts: 20, 20ms, 0.5s. (default: see above)", valueName: "ms"),
        transform: TimeSpan.option(plain: .milliseconds, such: "20ms"))
    var delay: TimeSpan?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Jitter: the delay varies by up to this much in both directions.", valueName: "ms"),
        transform: TimeSpan.option(plain: .milliseconds, such: "5ms"))
    var jitter: TimeSpan?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Share of packets lost, 0 to 0.3: 5%, 0.05.", valueName: "share"),
        transform: Share.option)
    var loss: Share?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Share of packets duplicated, 0 to 1.", valueName: "share"),
        transform: Share.option)
    var duplicates: Share?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Share of packets reordered, 0 to 1.", valueName: "share"),
        transform: Share.option)
    var reordering: Share?

    /// - Parameters:
    ///   - delay: In milliseconds, where none was given; likewise the others.
    /// - Throws: `ValidationError` for what makes no network.
    func link(
        delay: Double, jitter: Double, loss: Double = 0, duplicates: Double = 0, reordering: Double = 0
    ) throws -> NetworkModel.Link {
        let milliseconds = self.delay?.milliseconds ?? delay
        // A shorter delay leaves no room for the usual jitter.
        let difference = self.jitter?.milliseconds ?? min(jitter, milliseconds)
        let rates = (
            self.loss?.ratio ?? loss, self.duplicates?.ratio ?? duplicates, self.reordering?.ratio ?? reordering
        )
        try LimitedOption.check("--delay", milliseconds, 0...10_000, such: "20ms")
        guard (0...milliseconds).contains(difference) else { throw ValidationError("--jitter must be 0 to --delay.") }
        try LimitedOption.check("--loss", rates.0, 0...0.3, such: "5%")
        try LimitedOption.check("--duplicates", rates.1, 0...1, such: "5%")
        try LimitedOption.check("--reordering", rates.2, 0...1, such: "5%")
        return NetworkModel.Link(
            delay: Int64(milliseconds * 1e6), jitter: Int64(difference * 1e6), lossRate: rates.0,
            duplicationRate: rates.1, reorderingRate: rates.2)
    }
}
