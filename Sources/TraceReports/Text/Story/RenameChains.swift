import TraceModel

/// An entry of the report that may have been given up for another one.
protocol Renamable {
    var id: String { get }
    var formerName: String? { get }
    var laterName: String? { get }
}

extension Service: Renamable {}
extension HostName: Renamable {
    var formerName: String? { renamedFrom }
    var laterName: String? { renamedTo }
}

/// Names by holder.
enum RenameChains {
    /// Each holder's names from the first to the last, in order of the first ones.
    static func of<Name: Renamable>(_ names: [Name]) -> [[Name]] {
        let byID = Dictionary(names.map { ($0.id, $0) }) { first, _ in first }
        return names.filter { name in name.formerName.map { byID[$0] == nil } ?? true }.map { first in
            var chain = [first]
            var seen: Set<String> = [first.id]
            while let id = chain[chain.count - 1].laterName, seen.insert(id).inserted, let next = byID[id] {
                chain.append(next)
            }
            return chain
        }
    }
}
