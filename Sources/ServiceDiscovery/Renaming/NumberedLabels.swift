/// Labels that differ in a number alone: those among which Apple's responder draws from the tenth conflict on, and
/// systemd-resolved always.
///
/// The numbers are successive, and wrap as the responder's do: at 2³² with Apple, at 2⁶⁴ with systemd-resolved. Apple's
/// labels are each cut to 63 bytes: a longer number leaves less of the name.
public struct NumberedLabels: RandomAccessCollection, Hashable, Sendable {
    /// How a number is appended.
    enum Form: Hashable, Sendable {
        case apple(AppleRenaming)
        /// Without a separator, as systemd-resolved does it.
        case digits
    }

    let form: Form
    let stem: [UInt8]
    /// The number of the first label.
    public let firstNumber: UInt64
    public let count: Int

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> [UInt8] {
        precondition(indices.contains(position), "No such label")
        return label(number(firstNumber, plus: position))
    }

    /// The number of the last label, smaller than that of the first where numbers wrap.
    public var lastNumber: UInt64 { number(firstNumber, plus: count - 1) }

    /// Whether one of the labels is that one, ASCII letters in any case.
    public func contains(_ label: [UInt8]) -> Bool {
        guard let number = number(of: label), LabelBytes.areEqual(label, self.label(number)) else { return false }
        let distance =
            switch form {
            case .apple: UInt64(UInt32(truncatingIfNeeded: number &- firstNumber))
            case .digits: number &- firstNumber
            }
        return distance < UInt64(count)
    }

    private func number(_ number: UInt64, plus distance: Int) -> UInt64 {
        let sum = number &+ UInt64(distance)
        return switch form {
        case .apple: UInt64(UInt32(truncatingIfNeeded: sum))
        case .digits: sum
        }
    }

    private func number(of label: [UInt8]) -> UInt64? {
        switch form {
        case .apple(let renaming):
            renaming.suffix.splitNumber(label).flatMap { UInt32(exactly: $0.number) }.map { UInt64($0) }
        case .digits: ResolvedRenaming.split(label).number
        }
    }

    private func label(_ number: UInt64) -> [UInt8] {
        switch form {
        case .apple(let renaming): renaming.label(stem[...], number: UInt32(truncatingIfNeeded: number))
        case .digits: ResolvedRenaming.label(stem[...], number: number)
        }
    }
}
