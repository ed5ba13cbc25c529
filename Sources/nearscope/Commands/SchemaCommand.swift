import ArgumentParser
import TraceTables

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of the report.",
        discussion: """
            JSON Schema 2020-12 of what --format json prints: every key that the report of this version can have, with its \
            type. All keys are always there; what is not known is null. The schemas of rows are those of export.

            EXAMPLES
              nearscope schema > report.schema.json
              nearscope export --schema json > rows.schema.json
            """ + ExitStatus.help([0: "printed"], others: [64, 74]))

    func run() throws { try StandardOutput().write(SchemaDocument.report()) }
}
