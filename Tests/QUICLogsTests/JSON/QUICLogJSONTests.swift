import QUICLogs
import Testing

struct QUICLogJSONTests {
    @Test func unknownEventsKeepTheirText() throws {
        let data = #"{"a":[1.50,-0,1e400,"\u0041\/\ud800é",null,true],"a":{}}"#
        let text = #"{"traces":[{"events":[{"time":1,"name":"x","data":"# + data.replacing(",", with: " ,\n") + "}]}]}"
        let log = try QUICLogReader.read(Array(text.utf8)).logs[0]
        #expect(log.events[0].content == .unknown(name: "x", data: try value(data)))
        #expect(String(decoding: QUICLogWriter.serialize(log), as: UTF8.self).contains("\"data\":\(data)}"))
    }

    private func value(_ text: String) throws -> QUICLogJSON {
        let file = try QUICLogReader.read(Array("{\"traces\":[],\"x\":\(text)}".utf8))
        return try #require(file.others.first?.value)
    }

    @Test func stringsAreDecodedOnlyWhereTheyAreText() throws {
        #expect(try value(#""\ud83d\ude00\n\u00e9""#).string == "😀\né")
        #expect(try value(#""\ud83d""#).string == nil)
        #expect(try value(#""\ude00\ud83d""#).string == nil)
        #expect(QUICLogJSON.text("a\"\\\n\u{1}").description == #""a\"\\\n\u0001""#)
    }
}
