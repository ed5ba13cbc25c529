import Testing

@testable import TraceReports
@testable import TraceModel

@Suite struct StreamPageTests {
    private func chunk(_ text: String, at offset: Int, _ direction: TraceMessage.Direction = .forward) -> StreamChunk {
        StreamChunk(
            session: 1, time: 0, frame: 1, direction: direction, offset: offset, content: .bytes(Array(text.utf8)))
    }

    private func gap(_ count: Int, at offset: Int) -> StreamChunk {
        StreamChunk(session: 1, time: 0, frame: 1, direction: .forward, offset: offset, content: .missing(count))
    }

    @Test func pagesFollowOneAnotherWithoutALostOrADoubledByte() {
        let chunks = [chunk("abcd", at: 0), chunk("EF", at: 0, .backward), gap(10, at: 4), chunk("ghij", at: 14)]
        var text = ""
        for skipped in stride(from: 0, to: 12, by: 3) {
            var page = StreamPage(skipping: skipped, limit: 3)
            for part in chunks.compactMap({ page.part(of: $0) }) {
                if case .bytes(let bytes) = part.content { text += String(decoding: bytes, as: UTF8.self) }
            }
            #expect(page.isCut == (skipped + 3 < 10))
        }
        #expect(text == "abcdEFghij")
    }

    @Test func aPartOfAChunkHasItsOwnOffset() {
        var page = StreamPage(skipping: 1, limit: 2)
        let part = page.part(of: chunk("abcd", at: 100))
        #expect(part == chunk("bc", at: 101))
        #expect(page.shown == 2 && page.isCut && !page.isOpen)
    }

    @Test func theOtherDirectionCountsForNothing() {
        var page = StreamPage(direction: .backward, limit: 2)
        #expect(page.part(of: chunk("abcd", at: 0)) == nil && page.part(of: gap(5, at: 4)) == nil)
        #expect(page.part(of: chunk("xy", at: 0, .backward)) == chunk("xy", at: 0, .backward))
        #expect(page.shown == 2 && page.missing == 0 && page.isOpen)
    }

    @Test func aStreamOrTheDatagramsAreTakenAlone() {
        var chunks = [chunk("abc", at: 0), chunk("de", at: 0), chunk("f", at: 0)]
        (chunks[0].stream, chunks[1].stream, chunks[2].isDatagram) = (0, 4, true)
        for (part, wanted) in [(StreamPage.Part.stream(0), 0), (.stream(4), 1), (.datagrams, 2)] {
            var page = StreamPage(of: part)
            #expect(chunks.compactMap { page.part(of: $0) } == [chunks[wanted]])
            #expect(page.shown == chunks[wanted].count)
        }
        var none = StreamPage(of: .stream(0))
        #expect(none.part(of: chunk("abc", at: 0)) == nil)
    }

    @Test func gapsAreShownAndCountedApart() {
        var page = StreamPage()
        #expect(page.part(of: gap(7, at: 0)) == gap(7, at: 0))
        #expect(page.missing == 7 && page.shown == 0)
    }
}
