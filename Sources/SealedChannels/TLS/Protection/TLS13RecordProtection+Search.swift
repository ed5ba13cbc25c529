import WireCoding

extension TLS13RecordProtection {
    /// Searches the number of a record, behind a hole or where a capture begins in the middle of a session: only its own
    /// opens it.
    ///
    /// Records behind a KeyUpdate that lies in the hole are found with ``TLS13TrafficSecret/next``, from number 0 on.
    ///
    /// - Parameters:
    ///   - fragment: The bytes after the header of a record with application data of TLS 1.2.
    ///   - numbers: Those that are tried, in their order. Most are ruled out by the last byte, which is the type of the
    ///     content or a zero: the record is only opened where it may be one.
    /// - Returns: The number and the record; nil if none of them opens it.
    public func search(_ fragment: Span<UInt8>, numbers: Range<UInt64>) -> (number: UInt64, record: OpenedRecord)? {
        for number in numbers where mayHave(number, fragment) {
            do throws(RecordProtectionError) {
                return (number, try open(fragment, number: number))
            } catch .notAuthentic {
                continue
            } catch {
                // Its size, or what is inside, is wrong with any number.
                return nil
            }
        }
        return nil
    }

    /// Whether the last byte of what is encrypted may be one, if a record has a number. It proves nothing.
    private func mayHave(_ number: UInt64, _ fragment: Span<UInt8>) -> Bool {
        guard let last = lastByte(of: fragment, number: number) else { return true }
        return last == 0 || TLSContentType.known.contains(last)
    }
}

extension TLSContentType {
    /// The types that are registered (RFC 8447 §13).
    fileprivate static let known = changeCipherSpec.rawValue...26
}
