/**
 * Finds calls that forwarders make on behalf of their users (ERC-2771), and self-calls of
 * contracts.
 *
 * @module
 */
import { type Finder, inner, type InnerCall } from "./inner_call.ts";
import type { Selected } from "./selectors.ts";
import { bytesAt, listAt, WORD, type Words } from "./words.ts";

/** Reads a request to a forwarder, a struct at a position: sender, target, value, and data. */
function forwarded(words: Words, at: number, data: number): InnerCall {
  return {
    ...inner(
      words.address(at + WORD),
      words.word(at + 2 * WORD),
      bytesAt(words, at, at + data * WORD),
    ),
    from: words.address(at),
  };
}

/** Finds the one request to a forwarder. */
const request = (data: number): Finder => (words) => [
  forwarded(words, words.follow(0, 0), data),
];

/** Finds a list of requests to a forwarder. */
const requests = (data: number): Finder => (words, _, most) => {
  const list = listAt(words, 0, 0);
  return Array.from(
    { length: Math.min(list.count, most) },
    (_, position) => forwarded(words, words.follow(list.at, list.at + position * WORD), data),
  );
};

/** Finds a request of Biconomy: sender, target, token, …, and data. */
const paidRequest: Finder = (words) => {
  const at = words.follow(0, 0);
  const data = bytesAt(words, at, at + 8 * WORD);
  return [{ ...inner(words.address(at + WORD), 0n, data), from: words.address(at) }];
};

/** Finds the request within a struct that a hub passes to its forwarder. */
const relayed: Finder = (words) => {
  const at = words.follow(0, WORD);
  return [forwarded(words, words.follow(at, at), 5)];
};

/** Finds a function of the contract itself, on behalf of the user that signed it. */
const metaTransaction: Finder = (words, call) => [
  { ...inner(call.to, 0n, bytesAt(words, 0, WORD)), from: words.address(0) },
];

/** Functions of forwarders. */
export const forwarders: Readonly<Record<Selected, Finder>> = {
  "0xdf905caf execute((address,address,uint256,uint256,uint48,bytes,bytes))": request(5),
  "0xccf96b4a executeBatch((address,address,uint256,uint256,uint48,bytes,bytes)[],address)":
    requests(5),
  "0xe024dc7f execute((address,address,uint256,uint256,uint256,bytes,uint256),bytes32,bytes32,bytes,bytes)":
    request(5),
  "0x44d46c8e execute((address,address,uint256,uint256,uint256,bytes,uint256),bytes)": request(5),
  "0x10c45431 relayCall(uint256,((address,address,uint256,uint256,uint256,bytes,uint256),(uint256,uint256,uint256,address,address,address,bytes,uint256)),bytes,bytes,uint256)":
    relayed,
  "0x41706c4e executeEIP712((address,address,address,uint256,uint256,uint256,uint256,uint256,bytes),bytes32,bytes)":
    paidRequest,
  "0x8171e632 executePersonalSign((address,address,address,uint256,uint256,uint256,uint256,uint256,bytes),bytes)":
    paidRequest,
  "0x0c53c51c executeMetaTransaction(address,bytes,bytes32,bytes32,uint8)": metaTransaction,
  "0x47153f82 execute((address,address,uint256,uint256,uint256,bytes),bytes)": request(5),
};
