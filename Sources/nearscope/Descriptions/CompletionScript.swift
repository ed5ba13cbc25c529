import ArgumentParser
import Foundation

/// A script by which a shell completes commands, options and files.
///
/// ArgumentParser makes the scripts, which know nothing of a default subcommand: what is added here completes a first word that
/// is no command as the tool reads it, as a file or an option of that subcommand.
struct CompletionScript {
    enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

    let text: String

    /// - Parameter command: The tool.
    /// - Throws: An error if the tool cannot be described.
    init(_ shell: Shell, of command: any ParsableCommand.Type) throws {
        let tool = try CommandDescription(of: command)
        let name = tool.commandName
        let words = (tool.children.map(\.commandName) + ["help"]).joined(separator: " ")
        guard let main = tool.defaultSubcommand else {
            text = command.completionScript(for: Self.kind(of: shell)) + "\n"
            return
        }
        let script = command.completionScript(for: Self.kind(of: shell))
        switch shell {
        case .bash: text = script + "\n" + Self.bash(name, words, main)
        case .fish: text = script + "\n" + Self.fish(name, words, main)
        case .zsh:
            // The end of the script runs it, or has it run.
            let end =
                script.range(of: "\nif [[ \"${funcstack[1]}\"", options: .backwards)?.lowerBound ?? script.endIndex
            text = script[..<end] + "\n" + Self.zsh(name, words, main) + script[end...] + "\n"
        }
    }

    private static func kind(of shell: Shell) -> CompletionShell {
        switch shell {
        case .bash: .bash
        case .zsh: .zsh
        case .fish: .fish
        }
    }

    private static func bash(_ name: String, _ words: String, _ main: String) -> String {
        """

        # A first word that is no command is an argument of \(main).
        _\(name)_or_\(main)() {
            local first="${COMP_WORDS[1]}"
            if [[ " \(words) " != *" ${first} "* ]]; then
                if [[ "${COMP_CWORD}" -gt 1 || "${first}" == -* ]]; then
                    COMP_WORDS=("${COMP_WORDS[0]}" \(main) "${COMP_WORDS[@]:1}")
                    COMP_CWORD=$((COMP_CWORD + 1))
                else
                    local file
                    while IFS='' read -r file; do
                        COMPREPLY+=("${file}")
                    done < <(compgen -f -- "${2}")
                fi
            fi
            _\(name) "$@"
        }

        complete -o filenames -F _\(name)_or_\(main) \(name)

        """
    }

    private static func zsh(_ name: String, _ words: String, _ main: String) -> String {
        """
        # A first word that is no command is an argument of \(main).
        functions[_\(name)_commands]="${functions[_\(name)]}"
        _\(name)() {
            if [[ " \(words) " == *" ${words[2]} "* ]]; then
                _\(name)_commands "$@"
            elif (( CURRENT > 2 )) || [[ "${words[2]}" == -* ]]; then
                words=("${words[1]}" \(main) "${(@)words[2,-1]}")
                (( CURRENT++ ))
                _\(name)_commands "$@"
            else
                local -i ret=1
                _\(name)_commands "$@" && ret=0
                _files && ret=0
                return ret
            fi
        }
        """
    }

    private static func fish(_ name: String, _ words: String, _ main: String) -> String {
        """

        # A first word that is no command is an argument of \(main).
        functions -q __\(name)_given_tokens; and functions -e __\(name)_given_tokens
        functions -c __\(name)_tokens __\(name)_given_tokens
        function __\(name)_tokens
            set -l tokens (__\(name)_given_tokens $argv)
            set -l first $tokens[2] (commandline -ct)
            if test (count $tokens) -gt 1; or string match -q -- '-*' "$first[1]"
                if not contains -- "$first[1]" \(words)
                    set tokens $tokens[1] \(main) $tokens[2..]
                end
            end
            test (count $tokens) -gt 0; and printf '%s\\n' $tokens
        end
        complete -c '\(name)' -n '__\(name)_should_offer_completions_for_positional "\(name)" -eq 1' -F

        """
    }
}
