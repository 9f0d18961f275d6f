/** A receipt as text, to copy or share. @module */
import { moment } from "../../ui/text/numbers.ts";
import { isShortened } from "../device/names.ts";
import type { Words } from "../parts/phrases.ts";
import type { Entry } from "./read.ts";

/**
 * Writes a receipt: the sentence, the counterparty with its whole address, the site, the time, the
 * fee, the network and the transaction. The names are the ones of this device.
 */
export function receiptOf(
  entry: Entry,
  { text, tag, nameOf, spenderOf }: Words,
  { site, fee }: { readonly site?: string | undefined; readonly fee?: string | undefined } = {},
): string {
  const { sentence: { title, kind, party, incoming }, status, transactionHash, explorer } = entry;
  const whom = kind === "access"
    ? text.spenderLabel
    : incoming === true
    ? text.sender
    : text.recipient;
  const name = kind === "access" ? spenderOf : nameOf;
  const lines = [
    title,
    ...(status === 200 ? [] : [text.statuses[status]]),
    ...(party === undefined ? [] : [`${whom}: ${named(party, name(party))}`]),
    ...(site === undefined ? [] : [`${text.viaLabel}: ${site}`]),
    `${text.when}: ${moment(BigInt(entry.timestamp), tag)}`,
    ...(fee === undefined ? [] : [`${text.fee}: ${fee}`]),
    `${text.network}: ${entry.chainName}`,
    ...(transactionHash === null ? [] : [`${text.transaction}: ${explorer ?? transactionHash}`]),
  ];
  // Isolates are for the page; other programs may show them as boxes.
  return lines.join("\n").replace(/[\u2066-\u2069]/g, "");
}

/** Writes an address with its name, if it has one. */
function named(address: string, name: string): string {
  return isShortened(name) ? address : `${name} (${address})`;
}
