/** Writes the activity as CSV (RFC 4180) for spreadsheets. @module */
import type { Entry } from "./read.ts";
import type { Sentence } from "./sentence.ts";

const columns = [
  "time",
  "network",
  "state",
  "action",
  "amount",
  "token",
  "from",
  "to",
  "transaction",
];

const states = { 100: "pending", 200: "done", 500: "failed" } as const;

/** Writes a table with one line per entry; an unknown token is named by its contract. */
export function toCsv(entries: readonly Entry[]): string {
  const lines = entries.map(({ timestamp, chainName, status, sentence, transactionHash }) => [
    new Date(timestamp * 1000).toISOString(),
    chainName,
    states[status],
    sentence.title,
    sentence.amount ?? "",
    sentence.symbol ?? sentence.contract ?? "",
    ...parties(sentence),
    transactionHash ?? "",
  ]);
  return [columns, ...lines].map((line) => line.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** Returns the other party as sender or as recipient. */
function parties({ incoming, party }: Sentence): [from: string, to: string] {
  return incoming === true ? [party ?? "", ""] : ["", party ?? ""];
}

/**
 * Characters that start a formula, including fullwidth ones, and characters that are skipped before
 * one.
 */
const SIGNS = "=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20";
/**
 * The start of a formula. Depending on the user's settings, a cell also starts after a semicolon or
 * a tab.
 */
const formula = new RegExp(`(^|[,;\\t\\r\\n])([\\s"]*)(?=[${SIGNS}])`, "g");

/**
 * Writes a cell. Spreadsheets run cells that start with one of these characters as formulas, and
 * token names are untrusted: an apostrophe marks the cell as text.
 */
function cell(value: string): string {
  const plain = value.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
  const safe = plain.replace(formula, "$1'$2");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
