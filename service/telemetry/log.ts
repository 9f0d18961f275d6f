/** The service's log: one JSON object a line, without secrets. @module */

/** How grave a line is. */
export type Level = "info" | "warn" | "error";

/** What a line tells besides: plain values only, so that nothing large or secret slips in. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** Where lines go. */
export type Log = (level: Level, event: string, fields?: Fields, error?: unknown) => void;

/** Longest text of a field. */
const LONGEST = 500;
/** Lines of a stack that are kept. */
const FRAMES = 6;

/** Writes lines to `write`; `least` leaves out the less grave ones. */
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

/** Errors to the console's error stream; for whoever embeds the service. */
export const errorLog: Log = createLog((line) => console.error(line), "warn");

/**
 * What is said of an error: its name, message and where it came from. Its other properties are left
 * out: they hold what somebody sent, or what a node answered.
 */
function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { message: clean(String(error)) };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: clean(error.name),
    message: clean(error.message),
    at: clean(frames.slice(0, FRAMES).map((line) => line.trim()).join("; ")),
  };
}

/** What may stand in an error's text and must not stand in a log. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // API keys, whole or cut.
  [/\b([ps]k)_(live|test)_[\w-]+/g, "$1_$2_…"],
  // Addresses of nodes and databases hold their operator's secrets.
  [/\b(https?|wss?|postgres(?:ql)?):\/\/[^\s"'<>)]+/g, "$1://…"],
  // Signatures, private keys, call data; a hash of 32 bytes is one as well, and is cut.
  [/0x[0-9a-fA-F]{64,}/g, "0x…"],
];

/** A text that may stand in the log. */
function clean(text: string): string {
  const without = secrets.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
  return without.length > LONGEST ? `${without.slice(0, LONGEST)}…` : without;
}
