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

/**
 * Writes a cell. Spreadsheets run cells that begin with one of these signs as formulas, and names of
 * tokens come from others: such a cell begins with an apostrophe, which they take for text.
 */
function cell(value: string): string {
  const plain = value.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");
  const safe = /^\s*[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
