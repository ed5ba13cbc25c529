/// Long runs of arguments, handed through ArgumentParser as one: it takes the square of their number, minutes for as many files
/// as a shell's pattern can name.
enum ArgumentRuns {
    /// No argument of a program has it.
    private static let separator: Character = "\u{0}"
    /// Arguments of a run that stay as they are: enough for the values of options that come before the others.
    static let shortest = 256

    /// The same arguments, those joined that follow the first of a run without options.
    static func joined(_ arguments: [String]) -> [String] {
        guard arguments.count > shortest else { return arguments }
        var result: [String] = []
        var length = 0
        var rest: [String] = []
        func end() {
            if !rest.isEmpty { result.append(rest.joined(separator: String(separator))) }
            rest = []
        }
        for argument in arguments {
            if argument.hasPrefix("-") {
                end()
                length = 0
                result.append(argument)
            } else {
                length += 1
                if length <= shortest { result.append(argument) } else { rest.append(argument) }
            }
        }
        end()
        return result
    }

    /// The arguments that were there before.
    static func split(_ arguments: [String]) -> [String] {
        arguments.flatMap { argument in
            argument.contains(separator)
                ? argument.split(separator: separator, omittingEmptySubsequences: false).map(String.init) : [argument]
        }
    }
}
