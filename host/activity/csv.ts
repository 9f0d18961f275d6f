/** Writes the activity as CSV (RFC 4180), which spreadsheets open. @module */
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

/** Writes a table with one line per entry; a token that is not known is named by its contract. */
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

/** The other side, as sender or as recipient. */
function parties({ incoming, party }: Sentence): [from: string, to: string] {
  return incoming === true ? [party ?? "", ""] : ["", party ?? ""];
}

/** Signs with which a formula begins, also in full width, and those that are skipped before one. */
const SIGNS = "=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20";
/** The begin of a formula; a cell also begins behind a semicolon or a tab, by the user's settings. */
const formula = new RegExp(`(^|[,;\\t\\r\\n])([\\s"]*)(?=[${SIGNS}])`, "g");

/**
 * Writes a cell. Spreadsheets run cells that begin with one of these signs as formulas, and names of
 * tokens come from others: an apostrophe makes them take it for text.
 */
function cell(value: string): string {
  const plain = value.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
  const safe = plain.replace(formula, "$1'$2");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
