import Testing

@testable import TracePages

@Suite struct ValueTableTests {
    private let area = Area(horizontal: Scale(from: 0, to: 10), vertical: Scale(from: 0, to: 4), height: 100)

    private func text(_ table: ValueTable, _ area: Area?) -> String {
        var html = HTMLText()
        table.write(to: &html, label: "x", area: area)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func aRowHasThePlacesOfItsMarks() {
        var table = ValueTable(columns: ["time (s)"])
        table.add([.time(1)], at: .init(.init(1, 2)))
        table.rows.append([.time(2)])
        table.add([.time(3)], at: .init(x: 3...5, y: 1...2), .init(x: 3...4, y: 3...4))
        let text = text(table, area)
        #expect(text.contains(#"<tr data-mark="100 50"><td data-value="1">"#))
        #expect(text.contains(#"<tr><td data-value="2">"#))
        #expect(text.contains(#"<tr data-mark="300 50 500 75,300 0 400 25"><td data-value="3">"#))
    }

    @Test func withoutAnAreaThereAreNoPlaces() {
        var table = ValueTable(columns: ["time (s)"])
        table.add([.time(1)], at: .init(.init(1, 2)))
        #expect(!text(table, nil).contains("data-mark"))
    }
}
