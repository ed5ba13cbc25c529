/// How the lines of a terminal are dealt to sections that may want more of them than there are.
enum LineShares {
    /// Deals lines in turns, so that no section gets more than another one that wants more.
    ///
    /// - Parameters:
    ///   - room: The lines that there are.
    ///   - wants: How many each section wants, 0 for none, the most important section first.
    ///   - least: A section that would get fewer is left out, the least important one first.
    /// - Returns: As many numbers, together at most `room`.
    static func dealt(_ room: Int, wants: [Int], least: Int) -> [Int] {
        var kept = wants.indices.filter { wants[$0] > 0 }
        while !kept.isEmpty, kept.count * least > room { kept.removeLast() }
        var shares = [Int](repeating: 0, count: wants.count)
        for index in kept { shares[index] = least }
        var left = room - kept.count * least
        while left > 0, let next = kept.filter({ shares[$0] < wants[$0] }).min(by: { shares[$0] < shares[$1] }) {
            shares[next] += 1
            left -= 1
        }
        return shares
    }
}
