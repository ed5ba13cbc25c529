import WireCoding

extension TLS12RecordProtection {
    /// Searches the number of a record behind a hole: only its own opens it. In DTLS the header has it.
    ///
    /// - Parameters:
    ///   - fragment: The bytes after the record's header.
    ///   - contentType: The one of the header.
    ///   - numbers: Those that are tried, in their order. Each costs as much as opening the record.
    /// - Returns: The number and the content; nil if none of them opens it.
    public func search(
        _ fragment: Span<UInt8>, contentType: TLSContentType, numbers: Range<UInt64>
    ) -> (number: UInt64, content: [UInt8])? {
        for number in numbers {
            do throws(RecordProtectionError) {
                return (number, try open(fragment, contentType: contentType, number: number))
            } catch .notAuthentic {
                continue
            } catch {
                // Its size is wrong with any number.
                return nil
            }
        }
        return nil
    }
}
