/// A value that can have nothing in it: what a ``Boxed`` property is most of the time, and what a property is whose key
/// an older report lacks.
public protocol Blank: Codable, Hashable {
    /// The value with nothing in it.
    static var blankInReport: Self { get }
}

extension Optional: Blank where Wrapped: Codable & Hashable {
    /// nil.
    public static var blankInReport: Wrapped? { nil }
}

extension Array: Blank where Element: Codable & Hashable {
    /// No elements.
    public static var blankInReport: [Element] { [] }
}

extension Int: Blank {
    /// 0.
    public static var blankInReport: Int { 0 }
}

// What is taken where an older report, or one that was written by hand, lacks a key: nothing was measured, and of words that
// are a closed set the one that claims least.

extension Distribution: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension SessionDirection: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.Jitter: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.Throughput: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.Phases: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.NetworkRTT: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension NamedCounts: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Service.Discovery: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Service.Timing: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension EndpointLogReport.Packets: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension EndpointLogReport.Series: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension CorrelationReport.Direction: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.Multipeer.Traffic: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension Session.Multipeer.Count: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension CaptureSummary.ChecksumCounts: Blank {
    /// Nothing was measured.
    public static var blankInReport: Self { Self() }
}

extension KeyedValues: Blank where Value: Hashable {
    /// No values.
    public static var blankInReport: Self { Self() }
}

extension TraceReport.Generator: Blank {
    /// A program that does not say what it is.
    public static var blankInReport: Self { Self(name: "", version: "") }
}

extension CaptureSummary: Blank {
    /// A capture of which nothing is known.
    public static var blankInReport: Self { Self(path: "", format: "", compression: "") }
}

extension Session.Endpoint: Blank {
    /// An end without an address.
    public static var blankInReport: Self { Self(address: "", port: 0) }
}

extension Session.QUIC.Migration.Address: Blank {
    /// No address.
    public static var blankInReport: Self { Self(address: "", port: 0) }
}

extension AWDLReport.Election: Blank {
    /// Nothing was announced.
    public static var blankInReport: Self { Self(rule: .blankInReport) }
}

extension Finding.Severity: Blank {
    /// `.note`
    public static var blankInReport: Self { .note }
}

extension Finding.Subject: Blank {
    /// `.capture`
    public static var blankInReport: Self { .capture }
}

extension Session.Transport: Blank {
    /// `.tcp`
    public static var blankInReport: Self { .tcp }
}

extension Session.Ending: Blank {
    /// `.captureEnd`
    public static var blankInReport: Self { .captureEnd }
}

extension Session.Side: Blank {
    /// `.initiator`
    public static var blankInReport: Self { .initiator }
}

extension Session.Multipeer.Role: Blank {
    /// `.session`
    public static var blankInReport: Self { .session }
}

extension Session.Multipeer.Answer: Blank {
    /// `.unanswered`
    public static var blankInReport: Self { .unanswered }
}

extension TraceMessage.Direction: Blank {
    /// `.forward`
    public static var blankInReport: Self { .forward }
}

extension CaptureSummary.Depth: Blank {
    /// `.messages`
    public static var blankInReport: Self { .messages }
}

extension ElectionRule: Blank {
    /// `.metric`
    public static var blankInReport: Self { .metric }
}

extension NANReport.State: Blank {
    /// `.requested`
    public static var blankInReport: Self { .requested }
}

extension CorrelationReport.Point: Blank {
    /// `.first`
    public static var blankInReport: Self { .first }
}

extension EndpointLogReport.Endpoint: Blank {
    /// `.client`
    public static var blankInReport: Self { .client }
}

extension ConformanceReport.Verdict: Blank {
    /// `.cannotSee`
    public static var blankInReport: Self { .cannotSee }
}

extension ConformanceReport.Tester.End: Blank {
    /// `.interrupted`
    public static var blankInReport: Self { .interrupted }
}
