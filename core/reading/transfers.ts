/** Reads the token transfers of an operation from the logs of its receipt. @module */
import { type Address, getAddress, type Hex, isAddress, isAddressEqual, isHex, size } from "viem";
import type { PastTransferView, TokenView } from "../dialog/types.ts";
import { unnamedToken } from "./tokens.ts";

/** A log on the wire, which the service may have changed. */
export interface LogJson {
  readonly address: Address;
  readonly data: Hex;
  readonly topics: readonly Hex[];
}

/** A transfer without its token's name. */
interface Transfer extends Omit<PastTransferView, "token"> {
  readonly token: Address;
}

/** Maximum transfers that are returned; a contract can log any number. */
const MAX_TRANSFERS = 50;

/** `Transfer(address,address,uint256)`. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/**
 * Lists the ERC-20 transfers from and to an account. Adds up the transfers of a token that have the
 * same sender and recipient. Each token's contract writes its own logs, so a log proves nothing about
 * other tokens. The native currency has no logs.
 */
export function readTransfers(logs: readonly LogJson[], account: Address): readonly Transfer[] {
  const found = new Map<string, Transfer>();
  for (const { address, data, topics } of logs) {
    const [event, from, to, ...rest] = topics;
    if (
      event !== TRANSFER || rest.length > 0 || !isWord(data) ||
      !isAddress(address, { strict: false })
    ) continue;
    const [sender, recipient] = [addressIn(from), addressIn(to)];
    if (sender === null || recipient === null || isAddressEqual(sender, recipient)) continue;
    const isSent = isAddressEqual(sender, account);
    if (!isSent && !isAddressEqual(recipient, account)) continue;
    const party = isSent ? recipient : sender;
    const key = `${address.toLowerCase()} ${isSent} ${party}`;
    const amount = (found.get(key)?.amount ?? 0n) + BigInt(data);
    if (amount > 0n) found.set(key, { token: getAddress(address), amount, isSent, party });
  }
  return [...found.values()].toSorted((one, other) => Number(other.isSent) - Number(one.isSent));
}

/**
 * Names the tokens that the operator lists; any other contract could choose its name. Sorts listed
 * tokens first, and of these the sent ones.
 */
export function nameTransfers(
  transfers: readonly Transfer[],
  tokens: readonly TokenView[],
): readonly PastTransferView[] {
  const named = transfers.map(({ token, ...transfer }) => {
    const view = tokens.find(({ address }) => address !== null && isAddressEqual(address, token));
    const isListed = view !== undefined && view.unlisted !== true;
    return { ...transfer, token: isListed ? view : unnamedToken(token) };
  });
  return named.toSorted((one, other) =>
    Number(one.token.unlisted === true) - Number(other.token.unlisted === true)
  ).slice(0, MAX_TRANSFERS);
}

function isWord(value: unknown): value is Hex {
  return isHex(value) && size(value) === 32;
}

/** Returns the address in an indexed word; `null` if it is missing or malformed. */
function addressIn(word: Hex | undefined): Address | null {
  if (!isWord(word) || BigInt(word) >> 160n !== 0n) return null;
  return getAddress(`0x${word.slice(26)}`);
}
