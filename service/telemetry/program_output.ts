/** Connects the service's program to its standard output and standard error. @module */
import { createLog } from "./log.ts";
import { createOutput, type Output } from "./output.ts";

/** Milliseconds in which lines that wait are read at the end. */
const FLUSH_MS = 500;

/** Output of the program. */
export interface ProgramOutput {
  /** Writes a line to standard output. */
  log(line: string): void;
  /** Writes a line to standard error. */
  error(line: string): void;
  /** Ends the program once its lines are written, or their readers hang. */
  exit(code: number): Promise<never>;
}

/**
 * Creates the output, by which also an error that nothing caught is written before it ends the program.
 *
 * @param onDropped gets how many more lines found a reader that hangs
 */
export function createProgramOutput(onDropped: (lines: number) => void): ProgramOutput {
  // Deno exports what the console writes, and nothing else.
  const isExported = Deno.env.get("OTEL_DENO")?.toLowerCase() === "true";
  const log = isExported ? exported : createLines(Deno.stdout, onDropped);
  const error = createLines(Deno.stderr, onDropped);
  const output: ProgramOutput = {
    log: log.write,
    error: error.write,
    async exit(code) {
      await Promise.all([log.flush(FLUSH_MS), error.flush(FLUSH_MS)]);
      Deno.exit(code);
    },
  };
  const fail = (event: Event, words: string, reason: unknown) => {
    // Deno itself would wait for the reader, and leave out what the other one has not read.
    event.preventDefault();
    output.error(`error: ${words} ${textOf(reason)}`);
    void output.exit(1);
  };
  globalThis.addEventListener("error", (event) => fail(event, "Uncaught", event.error));
  globalThis.addEventListener(
    "unhandledrejection",
    (event) => fail(event, "Uncaught (in promise)", event.reason),
  );
  return output;
}

/** Returns an error with its stack and those of its causes; nothing else of it may be written. */
function textOf(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  const own = reason.stack ?? String(reason);
  return reason.cause === undefined ? own : `${own}\nCaused by: ${textOf(reason.cause)}`;
}

/** Lines that the console writes. */
const exported: Output = {
  write: (line) => console.log(line),
  flush: () => Promise.resolve(),
};

/** Creates the lines of a stream; those that were dropped are told at every level of the log. */
function createLines(
  stream: typeof Deno.stdout | typeof Deno.stderr,
  onDropped: (lines: number) => void,
): Output {
  const told = (lines: number) => {
    let line = "";
    createLog((text) => line = text)("warn", "log_dropped", { lines });
    return line;
  };
  return createOutput(stream, { told, onDropped });
}
