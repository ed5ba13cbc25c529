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
