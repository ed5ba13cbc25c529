import WireCoding

extension TLS13RecordProtection {
    /// Searches the number of a record, behind a hole or where a capture begins in the middle of a session: only its own
    /// opens it.
    ///
    /// Records behind a KeyUpdate that lies in the hole are found with ``TLS13TrafficSecret/next``, from number 0 on.
    ///
    /// - Parameters:
    ///   - fragment: The bytes after the header of a record with application data of TLS 1.2.
    ///   - numbers: Those that are tried, in their order. Each costs as much as opening the record.
    /// - Returns: The number and the record; nil if none of them opens it.
    public func search(_ fragment: Span<UInt8>, numbers: Range<UInt64>) -> (number: UInt64, record: OpenedRecord)? {
        for number in numbers {
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
}
