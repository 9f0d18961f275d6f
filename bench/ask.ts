/**
 * Asks a server as fast as it answers, with `wrk`. It shares the machine with the server: a client of
 * `fetch` took as much of it for each request as the server did, and the system kept both on one core.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { installDebian, isInstalled } from "../scripts/tools/debian.ts";

const script = fileURLToPath(new URL("ask.lua", import.meta.url));

/** A request of JSON-RPC. */
export interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How to ask. */
export interface Pace {
  /** Requests at a time. */
  readonly connections: number;
  readonly seconds: number;
  /** Seconds before. */
  readonly warm: number;
}

/** Answers a second, and how long they took, in milliseconds. */
export interface Pulse {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Installs `wrk` if it is missing. */
export async function installWrk(): Promise<void> {
  if (!await isInstalled("wrk")) await installDebian(["wrk"], "Install wrk to measure a server.");
}

/**
 * Asks the same again and again; fails unless each answer has a result. While it warms up all of them are
 * read; those that are measured have to have the same status and length.
 */
export async function ask(question: Question, pace: Pace): Promise<Pulse> {
  const { connections, seconds, warm } = pace;
  const checked = await run(question, { connections, seconds: warm, checked: true });
  const { length, ...pulse } = await run(question, { connections, seconds, checked: false });
  if (Math.abs(length / checked.length - 1) > 0.002) {
    throw new Error(`answers have ${length} bytes instead of ${checked.length}`);
  }
  return pulse;
}

/** Runs the program; `length` is the mean of the answers, in bytes. */
async function run(
  { url, headers, body }: Question,
  { connections, seconds, checked }: {
    readonly connections: number;
    readonly seconds: number;
    readonly checked: boolean;
  },
): Promise<Pulse & { readonly length: number }> {
  const { code, stdout, stderr } = await new Deno.Command("wrk", {
    args: ["-t", "1", "-c", `${connections}`, "-d", `${seconds}`, "-s", script, url],
    env: {
      ASK_HEADERS: Object.entries(headers).map((header) => header.join(": ")).join("\n"),
      ASK_BODY: body,
      ASK_CHECKED: checked ? "yes" : "no",
    },
  }).output();
  const [told, printed] = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes));
  if (code !== 0) throw new Error(`wrk: ${told}${printed}`);
  const { requests, bytes, seconds: took, failed, ...pulse } = JSON.parse(told!);
  if (failed > 0 || requests === 0) throw new Error(`${failed} of ${requests} answers are wrong`);
  return { rate: Math.round(requests / took), length: bytes / requests, ...pulse };
}
