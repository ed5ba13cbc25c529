extension HTMLText {
    /// A section of one of the page's captures.
    mutating func section(
        _ page: PageContext, _ name: String, _ title: String, _ content: (inout HTMLText) throws -> Void
    ) rethrows {
        try section(page.id(name), title, content)
    }
}
