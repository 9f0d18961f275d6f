/** Draws the account and the balances of the last visit, with a minimum of code. @module */
import { readJson } from "../../core/lib/json.ts";
import { browserStorage, type Storage } from "../../core/lib/storage.ts";
import { exactAmount } from "../../ui/text/numbers.ts";
import { recall } from "../device/memory.ts";

/** Maximum number of rows; the page itself draws the others. */
const MAX_ROWS = 12;

/** Balance in the stored format. */
interface Seen {
  readonly chainName: string;
  readonly amount: bigint;
  readonly token: { readonly symbol: string; readonly decimals: number };
}

/**
 * Draws the last visit's balances if the URL is for them and they are stored. Returns whether this
 * is a first visit, with no account on this device.
 */
export function drawLastSeen(place: HTMLElement, tag: string): boolean {
  if (!/^(?:#\/home)?$/.test(location.hash)) return false;
  const storage = browserStorage();
  const account = lastUsed(storage);
  if (account === null) return true;
  const kept = recall<unknown>(storage, `balances ${account.address}`);
  const rows = Array.isArray(kept?.value) ? kept.value.filter(isSeen).slice(0, MAX_ROWS) : [];
  if (rows.length === 0) return false;
  const main = element("main", "last-seen");
  main.ariaBusy = "true";
  const title = element("h1", "", account.name);
  const list = element("ul", "rows");
  for (const { chainName, amount, token } of rows) {
    const row = element("li", "row");
    const words = element("span", "row-text");
    words.append(element("b", "", token.symbol), element("span", "note", chainName));
    const figure = element("span", "row-amount", exactAmount(amount, token.decimals, tag));
    row.append(element("span", "disc"), words, figure);
    list.append(row);
  }
  main.append(title, list);
  place.replaceChildren(main);
  return false;
}

/** Returns name and address of the last used account. */
function lastUsed(storage: Storage): { name: string; address: string } | null {
  const records = (readJson(storage, "acct.accounts.1", Array.isArray) ?? []) as Known[];
  const [latest] = records.filter(isKnown).sort((a, b) => b.lastUsed - a.lastUsed);
  return latest === undefined ? null : { name: latest.name, address: latest.account.address };
}

/** The drawn parts of an account's record; the page validates the whole record later. */
interface Known {
  readonly name: string;
  readonly lastUsed: number;
  readonly account: { readonly address: string };
}

function isKnown(value: Known | null): value is Known {
  return typeof value?.name === "string" && typeof value.lastUsed === "number" &&
    typeof value.account?.address === "string";
}

function isSeen(value: unknown): value is Seen {
  const seen = value as Seen | null;
  return typeof seen?.chainName === "string" && typeof seen.amount === "bigint" &&
    typeof seen.token?.symbol === "string" && Number.isInteger(seen.token.decimals) &&
    seen.token.decimals >= 0;
}

function element(name: string, look: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  made.textContent = text;
  return made;
}
