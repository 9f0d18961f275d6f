/** Reads the counts that `deno test` prints at the end of a run. @module */

/** The result of a run. */
export interface Counts {
  /** Tests that passed. */
  readonly passed: number;
  /** Tests that failed. */
  readonly failed: number;
  /** Number of skipped tests. */
  readonly ignored: number;
}

// deno-lint-ignore no-control-regex
const colors = /\x1b\[[0-9;]*m/g;

/** Removes terminal colors. */
export function plain(line: string): string {
  return line.replace(colors, "");
}

/** Reads the counts from a line, or returns `null` if the line is not a run's last one. */
export function readCounts(line: string): Counts | null {
  const text = plain(line).trim();
  const [, passed, failed, rest] = LAST_LINE.exec(text) ?? [];
  if (passed === undefined) return null;
  const ignored = /\| (\d+) ignored/.exec(rest!)?.[1] ?? 0;
  return { passed: Number(passed), failed: Number(failed), ignored: Number(ignored) };
}

const LAST_LINE =
  /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(.*) \([\w ]+\)$/;

/** Reads the file of a failed test from the list at the end of a run. */
export function readFailure(line: string): string | null {
  const text = plain(line);
  const [, file] = /^\S.* => \.\/(.+):\d+:\d+$/.exec(text) ??
    /^\.\/(\S+) \(uncaught error\)$/.exec(text) ?? [];
  return file ?? null;
}

/** Maximum error lines stored of a run. */
const MAX_ERROR_LINES = 200;

/** Collects the lines between the headings `ERRORS` and `FAILURES` at the end of a run. */
export class ErrorLines {
  readonly all: string[] = [];
  #within = false;

  read(line: string): void {
    const text = plain(line).trim();
    if (text === "ERRORS") this.#within = true;
    else if (text === "FAILURES") this.#within = false;
    else if (this.#within && this.all.length < MAX_ERROR_LINES) this.all.push(line);
  }
}

/** Maximum lines stored of the end of a run. */
const MAX_LAST_LINES = 40;

/** A line that names its file, with concurrent files and with a single file. */
const SPEAKING_FILE = /^\.\/(\S+) => |^running \d+ tests? from \.\/(\S+)$/;

/** Stores the last lines of a run, and the files with output. */
export class LastLines {
  readonly #lines: string[] = [];
  readonly #files = new Set<string>();

  read(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > MAX_LAST_LINES) this.#lines.shift();
    const [, beside, alone] = SPEAKING_FILE.exec(plain(line)) ?? [];
    const file = beside ?? alone;
    if (file !== undefined) this.#files.add(file);
  }

  /** The last lines. */
  get all(): readonly string[] {
    return this.#lines;
  }

  /** Lists the files without output on a line. */
  silent(files: readonly string[]): readonly string[] {
    const silent = files.filter((file) => !this.#files.has(file));
    return silent.length === 0 ? [] : [`Nothing was printed of ${silent.join(" ")}`];
  }
}

/** Adds counts up. */
export function sum(counts: Iterable<Counts>): Counts {
  let [passed, failed, ignored] = [0, 0, 0];
  for (const each of counts) {
    passed += each.passed;
    failed += each.failed;
    ignored += each.ignored;
  }
  return { passed, failed, ignored };
}

/** Writes a duration: `42s`, `3m05s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, "0")}s`;
}
