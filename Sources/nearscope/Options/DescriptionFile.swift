import ArgumentParser
import Foundation
import ProtocolDescriptions

/// A description of an app's protocol in a file.
struct DescriptionFile {
    /// As it was given, `-` for standard input.
    let path: String
    let page: DescribedPage
    let compiled: CompiledProtocol

    /// The most that is read: a longer page is refused anyway.
    private static let maximumLength = 64 << 10
    /// The most that is read of a schema.
    private static let maximumSchemaLength = 16 << 20

    var name: String { page.description.name }

    /// - Throws: The exit status for a file that cannot be read, or has no sound description, after all that is wrong with it was
    ///   reported as `FILE:LINE:COLUMN: sentence`.
    init(path: String) throws { try self.init(path: path, bytes: Self.read(path)) }

    /// The same of bytes that were read from there.
    init(path: String, bytes: [UInt8]) throws {
        let problems: [DescriptionProblem]
        do throws(DescriptionProblem) {
            (page, compiled) = try Self.compiled(bytes, path)
            self.path = path
            return
        } catch {
            problems = Self.problems(bytes, or: error)
        }
        Self.report(problems, path)
        throw ExitCode(ExitCode.validationFailure.rawValue)
    }

    /// The bytes of a description.
    ///
    /// - Throws: The exit status for a file that cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
        // One byte more shows that it is too long.
        [UInt8](try InputFile.read(path == "-" ? nil : path, limit: maximumLength + 1))
    }

    /// All that is wrong with a description, in its order.
    static func problems(_ bytes: [UInt8], _ path: String) -> [DescriptionProblem] {
        do throws(DescriptionProblem) {
            _ = try compiled(bytes, path)
            return []
        } catch {
            return problems(bytes, or: error)
        }
    }

    private static func problems(_ bytes: [UInt8], or problem: DescriptionProblem) -> [DescriptionProblem] {
        let all = DescribedPage.check(utf8: bytes)
        return all.isEmpty ? [problem] : all
    }

    private static func compiled(
        _ bytes: [UInt8], _ path: String
    ) throws(DescriptionProblem) -> (DescribedPage, CompiledProtocol) {
        let page = try DescribedPage(utf8: bytes)
        do throws(DescriptionProblem) {
            return (page, try CompiledProtocol(page.description) { schema($0, beside: path) })
        } catch {
            throw page.located(error)
        }
    }

    /// The bytes of a schema in a file beside the description, nil if it cannot be read.
    private static func schema(_ name: String, beside path: String) -> [UInt8]? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        guard let file = FileHandle(forReadingAtPath: name.hasPrefix("/") ? name : folder + name) else { return nil }
        return (try? file.read(upToCount: maximumSchemaLength + 1)).map { [UInt8]($0) }
    }

    /// Prints problems as compilers do, so that editors find the places.
    static func report(_ problems: [DescriptionProblem], _ path: String) {
        let name = path == "-" ? "standard input" : path
        for problem in problems {
            StandardError.write("\(name):\(problem.line ?? 1):\(problem.column ?? 1): \(problem.message)")
        }
    }
}
