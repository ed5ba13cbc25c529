extension Sequence {
    /// The elements with the same key, in the order in which the keys come first.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var indices: [Key: Int] = [:]
        var groups: [[Element]] = []
        for element in self {
            let key = key(element)
            if let index = indices[key] {
                groups[index].append(element)
            } else {
                indices[key] = groups.count
                groups.append([element])
            }
        }
        return groups
    }
}

extension Sequence where Element: RelayCopy {
    /// In order of time.
    func ordered() -> [Element] { sorted { ($0.moment, $0.session) < ($1.moment, $1.session) } }

    /// If a capture has a message once for each of several interfaces, those of the interface that has most of them.
    ///
    /// - Parameter way: What copies of one message at several interfaces have in common.
    func oneInterfaceEach<Way: Hashable>(_ way: (Element) -> Way) -> [Element] {
        var interfaces: [Way: Int] = [:]
        for group in grouped(by: way) {
            interfaces[way(group[0])] = group.map(\.interface).ranked().first?.element
        }
        return filter { interfaces[way($0)] == $0.interface }
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, the most frequent first, then the earliest.
    func ranked() -> [(element: Element, count: Int)] {
        let counted = grouped { $0 }.map { (element: $0[0], count: $0.count) }.enumerated()
        return counted.sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    }
}
