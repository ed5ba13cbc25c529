import Foundation

/// Writes the first corpus of a target.
enum SeedCorpus {
    /// A file for each input, named by its number.
    static func write(_ inputs: [[UInt8]], to folder: String) {
        do {
            let url = URL(filePath: folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (number, input) in inputs.enumerated() {
                try Data(input).write(to: url.appending(path: "seed-\(number)"))
            }
        } catch {
            fatalError("The corpus cannot be written: \(error)")
        }
    }
}
