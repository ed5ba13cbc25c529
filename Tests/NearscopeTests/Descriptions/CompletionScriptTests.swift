import Foundation
import Testing

@testable import nearscope

@Suite struct CompletionScriptTests {
    @Test(arguments: CompletionScript.Shell.allCases) func everyCommandIsCompleted(shell: CompletionScript.Shell) throws
    {
        let script = try CompletionScript(shell, of: NearscopeCommand.self).text
        for command in try CommandDescription(of: NearscopeCommand.self).children {
            #expect(script.contains(command.commandName), "\(command.commandName)")
        }
        #expect(script.contains("verify-checksums"))
    }

    @Test func aFirstWordThatIsNoCommandIsAnArgumentOfAnalyze() throws {
        let bash = try CompletionScript(.bash, of: NearscopeCommand.self).text
        #expect(bash.hasSuffix("complete -o filenames -F _nearscope_or_analyze nearscope\n"))
        let zsh = try CompletionScript(.zsh, of: NearscopeCommand.self).text
        let wrapper = try #require(zsh.range(of: "functions[_nearscope_commands]"))
        let end = try #require(zsh.range(of: "if [[ \"${funcstack[1]}\" = _nearscope ]]"))
        #expect(wrapper.upperBound < end.lowerBound)
        #expect(try CompletionScript(.fish, of: NearscopeCommand.self).text.contains("$tokens[1] analyze $tokens[2..]"))
    }
}
