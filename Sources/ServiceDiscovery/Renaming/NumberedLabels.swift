/// Labels that differ in a number alone: those among which Apple's responder draws from the tenth conflict on.
///
/// The numbers are successive, and wrap at 2³² as the responder's do. Each label is cut to 63 bytes for itself: a longer
/// number leaves less of the name.
public struct NumberedLabels: RandomAccessCollection, Hashable, Sendable {
    let renaming: AppleRenaming
    let stem: [UInt8]
    /// The number of the first label.
    public let firstNumber: UInt32
    public let count: Int

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> [UInt8] {
        precondition(indices.contains(position), "No such label")
        return renaming.label(stem[...], number: firstNumber &+ UInt32(truncatingIfNeeded: position))
    }

    /// The number of the last label, smaller than that of the first where numbers wrap.
    public var lastNumber: UInt32 { firstNumber &+ UInt32(truncatingIfNeeded: count - 1) }

    /// Whether one of the labels is that one, ASCII letters in any case.
    public func contains(_ label: [UInt8]) -> Bool {
        guard let (_, number) = renaming.suffix.splitNumber(label), let number = UInt32(exactly: number),
            number &- firstNumber < UInt32(truncatingIfNeeded: count)
        else { return false }
        return LabelBytes.areEqual(label, renaming.label(stem[...], number: number))
    }
}
