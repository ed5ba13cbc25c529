/// A value of a report as JSON would have it, with keys in order and numbers as they are, so that nothing is lost on the way
/// there and back.
indirect enum ReportTree: Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    /// Beyond the range of ``integer(_:)``.
    case natural(UInt64)
    case number(Double)
    case text(String)
    /// One of the words of an enumeration: ours, whatever the capture holds.
    case word(String)
    case list([ReportTree])
    case object([Member])

    struct Member: Equatable {
        let key: String
        let value: ReportTree
    }

    /// Where a text is in a report.
    struct Place {
        /// The key of the object that it is in, or of the lists around that.
        let parent: String
        /// Its own key, or that of the lists that it is in.
        let key: String
        /// What is in the same object.
        let siblings: [Member]

        func sibling(_ key: String) -> ReportTree? { siblings.first { $0.key == key }?.value }
    }

    /// The same with other texts.
    ///
    /// - Parameters:
    ///   - key: The key of this value.
    ///   - replace: The text to put in place of one.
    func replacing(key: String, _ replace: (String, Place) -> String) -> ReportTree {
        replacing(Place(parent: "", key: key, siblings: []), replace)
    }

    private func replacing(_ place: Place, _ replace: (String, Place) -> String) -> ReportTree {
        switch self {
        case .text(let text): .text(replace(text, place))
        case .list(let elements): .list(elements.map { $0.replacing(place, replace) })
        case .object(let members):
            .object(
                members.map { member in
                    let inner = Place(parent: place.key, key: member.key, siblings: members)
                    // Types that an app chose are keys.
                    let key =
                        place.key == "messageTypes"
                        ? replace(member.key, Place(parent: "messageTypes", key: "type", siblings: [])) : member.key
                    return Member(key: key, value: member.value.replacing(inner, replace))
                })
        case .null, .flag, .integer, .natural, .number, .word: self
        }
    }
}
