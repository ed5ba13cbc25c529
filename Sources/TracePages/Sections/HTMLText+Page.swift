extension HTMLText {
    /// A section of one of the page's captures; of several, each capture has a heading above those of its sections.
    mutating func section(
        _ page: PageContext, _ name: String, _ title: String, _ content: (inout HTMLText) throws -> Void
    ) rethrows {
        try section(page.id(name), title, heading: page.isOneOfSeveral ? "h3" : "h2", content)
    }
}
