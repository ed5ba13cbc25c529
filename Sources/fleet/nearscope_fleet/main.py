"""The command line."""

import argparse
import sys

from . import __version__
from .batching import CAPTURES_PER_TASK
from .driver import Options, run
from .schema import SchemaError
from .store import StoreError
from .tool import ToolMissing

DESCRIPTION = """\
Runs nearscope export for each capture in the executors of Apache Spark and
writes Parquet, a directory for each table. Started again, it processes only
captures whose rows are not there yet.
"""

EXIT_STATUS = """\
EXIT STATUS
  0 every capture has its rows, or was refused: see the table failures
  64 usage   70 a job failed; start it again   74 the output cannot be used
"""


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(prog="nearscope-fleet", description="Rows of many captures, on many machines.")
    result.add_argument("--version", action="version", version=__version__)
    commands = result.add_subparsers(dest="command", required=True)
    run = commands.add_parser(
        "run", help="process captures", description=DESCRIPTION, epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    run.add_argument("paths", nargs="+", metavar="PATH", help="captures, directories, or URLs: hdfs://…, s3a://…")
    run.add_argument("-o", "--output", required=True, metavar="OUT", help="the output directory, a path or URL")
    run.add_argument("--tool", default="nearscope", help="the tool, as executors find it (default: nearscope)")
    run.add_argument("--send-tool", action="store_true", help="send the file that --tool names to the executors")
    run.add_argument("--master", help="Spark's master: spark://…, yarn, local[2] (default: local[*])")
    tables = run.add_mutually_exclusive_group()
    tables.add_argument("--tables", metavar="NAMES", help="only these tables, and captures: sessions,findings")
    tables.add_argument("--all-tables", action="store_true", help="also messages and round_trips")
    run.add_argument(
        "--partitions", type=_positive, metavar="N", help="tasks of a batch (default: twice the executors' cores)"
    )
    run.add_argument(
        "--captures-per-task", type=_positive, default=CAPTURES_PER_TASK, metavar="N",
        help=f"at most (default: {CAPTURES_PER_TASK})",
    )
    run.add_argument("--timeout", type=_seconds, default=600.0, metavar="S", help="for a capture (default: 600)")
    run.add_argument("--memory", metavar="SIZE", help="the tool's --memory; tasks of a machine add up")
    run.add_argument("--retry-failures", action="store_true", help="also captures that the tool refused before")
    run.add_argument("--conf", action="append", default=[], type=_setting, metavar="KEY=VALUE", help="a setting of Spark")
    run.add_argument("--quiet", action="store_true", help="no progress")
    return result


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    options = Options(
        paths=given.paths, output=given.output, tool=given.tool, sends_tool=given.send_tool, master=given.master,
        tables=given.tables.replace(" ", "").split(",") if given.tables else None, all_tables=given.all_tables,
        partitions=given.partitions, captures_per_task=given.captures_per_task, timeout=given.timeout,
        memory=given.memory, retry=given.retry_failures, configuration=dict(given.conf),
    )

    def report(text: str):
        if not given.quiet:
            print(f"nearscope-fleet: {text}", file=sys.stderr, flush=True)

    try:
        summary = run(options, report=report)
    except (SchemaError, ToolMissing) as error:
        return _fail(error, 64)
    except (StoreError, OSError) as error:
        return _fail(error, 74)
    except Exception as error:  # Spark has errors of many kinds.
        return _fail(str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__, 70)
    print(summary.text)
    return 0


def _fail(error, status: int) -> int:
    print(f"nearscope-fleet: {error}", file=sys.stderr)
    return status


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("expected a number above 0")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("expected seconds above 0")
    return number


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError("expected KEY=VALUE")
    return key, value


if __name__ == "__main__":
    sys.exit(main())
