/** Writes the service's log: one JSON object per line, without secrets. @module */

/** Severity of a line. */
export type Level = "info" | "warn" | "error";

/** Additional fields of a line. Only plain values, so that no large or secret data is logged. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes a line. */
export type Log = (level: Level, event: string, fields?: Fields, error?: unknown) => void;

/** Maximum length of a text. */
const MAX_TEXT = 500;
/** Stack frames per error. */
const MAX_FRAMES = 6;

/** Creates a log that writes lines of at least the level `least`. */
export function createLog(write: (line: string) => void, least: Level = "info"): Log {
  const order: readonly Level[] = ["info", "warn", "error"];
  return (level, event, fields = {}, error) => {
    if (order.indexOf(level) < order.indexOf(least)) return;
    const line: Record<string, unknown> = { time: new Date().toISOString(), level, event };
    for (const [name, value] of Object.entries(fields)) {
      line[name] = typeof value === "string" ? clean(value) : value;
    }
    if (error !== undefined) line.error = describe(error);
    write(JSON.stringify(line));
  };
}

/** Writes warnings and errors to `console.error`; the default for embedded services. */
export const errorLog: Log = createLog((line) => console.error(line), "warn");

/**
 * Describes an error by its name, message and stack. Other properties are omitted, because they may
 * contain input or a node's response.
 */
function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { message: clean(String(error)) };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: clean(error.name),
    message: clean(error.message),
    at: clean(frames.slice(0, MAX_FRAMES).map((line) => line.trim()).join("; ")),
  };
}

/** Secrets that error messages may contain. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // API keys, complete or truncated.
  [/\b([ps]k)_(live|test)_[\w-]+/g, "$1_$2_…"],
  // URLs of nodes and databases contain their operator's secrets.
  [/\b(https?|wss?|rediss?|postgres(?:ql)?):\/\/[^\s"'<>)]+/g, "$1://…"],
  // Signatures, private keys, call data; also matches hashes of 32 bytes.
  [/0x[0-9a-fA-F]{64,}/g, "0x…"],
];

/** Removes secrets and truncates a text. */
function clean(text: string): string {
  const without = secrets.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
  return without.length > MAX_TEXT ? `${without.slice(0, MAX_TEXT)}…` : without;
}
