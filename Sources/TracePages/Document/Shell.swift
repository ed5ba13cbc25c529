import Crypto
import Foundation
import WireText

/// A line of a page's contents.
struct ContentsEntry {
    let id: String
    let title: String
    /// What is within it.
    var entries: [ContentsEntry] = []

    init(_ id: String, _ title: String, _ entries: [ContentsEntry] = []) {
        (self.id, self.title, self.entries) = (id, title, entries)
    }

    static func write(_ entries: [ContentsEntry], to html: inout HTMLText) {
        html.element("ul") { list in
            for entry in entries {
                list.element("li", entry.entries.isEmpty ? [] : [.init("class", "part")]) {
                    $0.element("a", [.init("href", "#" + entry.id)], entry.title)
                    if !entry.entries.isEmpty { write(entry.entries, to: &$0) }
                }
            }
        }
    }
}

/// What is around the sections of every page: the head with its policy, the style, the script, and the data.
struct Shell {
    let title: String
    /// Safe to stand in a script element.
    let json: [UInt8]

    /// The files of the script in one function, so that none of their names is the page's.
    private static let script: [UInt8] = {
        let files = [
            PackageResources.page_js, PackageResources.tables_js, PackageResources.axes_js, PackageResources.plots_js,
            PackageResources.links_js,
        ]
        return Array("'use strict';\n(() => {\n".utf8) + files.joined(separator: "\n".utf8) + Array("})();\n".utf8)
    }()

    func render(
        _ content: (inout HTMLText) -> Void, contents: () -> [ContentsEntry]
    ) -> [UInt8] {
        let (style, script) = (PackageResources.page_css, Self.script)
        var html = HTMLText()
        html.append("<!doctype html>\n")
        html.element("html", [.init("lang", "en")]) { html in
            html.element("head") { head in
                head.empty("meta", [.init("charset", "utf-8")])
                // Nothing is loaded, and only this style and this script count.
                let policy =
                    "default-src 'none'; style-src \(Self.hash(style)); script-src \(Self.hash(script)); base-uri 'none'; form-action 'none'"
                head.empty("meta", [.init("http-equiv", "Content-Security-Policy"), .init("content", policy)])
                head.empty(
                    "meta", [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")])
                head.element("title", [], "\(title) – nearscope")
                head.element("style") { $0.append(raw: style) }
            }
            html.element("body") { body in
                body.element("a", [.init("class", "skip"), .init("href", "#main")], "Skip to the content")
                body.element("header") { $0.element("h1", [], title) }
                body.element("nav", [.init("aria-label", "Sections")]) { nav in
                    ContentsEntry.write(contents(), to: &nav)
                }
                body.element("main", [.init("id", "main")]) { content(&$0) }
                body.element("script", [.init("type", "application/json"), .init("id", "report")]) {
                    $0.append(raw: json)
                }
                body.element("script") { $0.append(raw: script) }
            }
        }
        html.append("\n")
        return html.bytes
    }

    private static func hash(_ content: [UInt8]) -> String {
        "'sha256-" + Data(SHA256.hash(data: content)).base64EncodedString() + "'"
    }
}
