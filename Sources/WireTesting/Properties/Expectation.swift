/// A property that is expected at a place in a test, and what its inputs are made of.
struct Expectation {
    /// What failures call it.
    let property: String
    let seed: UInt64
    /// How many inputs or values are tried.
    let count: Int
    /// Of each input.
    let limits: InputLimits
    let site: PropertyFailure.Site

    /// The property and its place, as all reports begin.
    var title: String { PropertyFailure.title(property, site) }

    func failure(_ reason: String, number: Int, input: [UInt8]?) -> PropertyFailure {
        PropertyFailure(
            property: property, reason: reason, seed: seed, number: number, input: input, reduced: nil, site: site)
    }
}
