/** Reads and cleans token metadata. @module */
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  size,
  slice,
} from "viem";
import type { TokenJson } from "../../core/wire/values.ts";
import type { Chain } from "./chain.ts";
import { isListed } from "./listed.ts";
import { readBytes } from "./words.ts";
import { hasHidden } from "../../core/lib/hidden.ts";
import { cleanText } from "../../core/lib/text.ts";
import {
  MAX_DECIMALS,
  MAX_SYMBOL_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
  MAX_TOKENS,
} from "../../core/ground/limits.ts";
import { monotonic } from "../lib/monotonic.ts";

const abi = parseAbi([
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function decimals() view returns (uint8)",
]);
const abi32 = parseAbi([
  "function symbol() view returns (bytes32)",
  "function name() view returns (bytes32)",
]);

/** Lifetime of cached metadata. */
const CACHE_TTL_MS = 10 * 60_000;
/** Tokens cached per chain. */
const MAX_CACHED = 2_000;
/** Bytes of an encoded name or symbol that are read. */
const MAX_WORDS = 640;

type Entry = { readonly at: number; readonly token: Promise<TokenJson | null> };
const caches = new WeakMap<Chain, Map<Address, Entry>>();

/**
 * Reads the token at an address, and whether the operator lists it; null if the address is no
 * token.
 */
export function readToken(chain: Chain, address: Address): Promise<TokenJson | null> {
  const cache = caches.get(chain) ?? new Map<Address, Entry>();
  caches.set(chain, cache);
  const id = address.toLowerCase() as Address;
  const known = cache.get(id);
  if (known !== undefined && monotonic() - known.at < CACHE_TTL_MS) return known.token;
  const token = ask(chain, id);
  cache.delete(id);
  cache.set(id, { at: monotonic(), token });
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  // Do not cache a node that was down as "no token", nor a contract that is not deployed yet.
  token.then((found) => found === null && cache.delete(id), () => cache.delete(id));
  return token;
}

/**
 * Reads at most `MAX_TOKENS` of the named tokens and omits contracts that are not tokens. A page
 * that names many contracts cannot displace a listed token.
 */
export async function readTokens(
  chain: Chain,
  named: readonly Address[],
): Promise<TokenJson[]> {
  const distinct = new Set(named.map((each) => each.toLowerCase() as Address));
  const ordered = [...distinct].toSorted((one, other) =>
    Number(isListed(chain, other)) - Number(isListed(chain, one))
  );
  const tokens = await Promise.all(
    ordered.slice(0, MAX_TOKENS).map((address) => readToken(chain, address)),
  );
  return tokens.filter((token) => token !== null);
}

/** Describes the native currency as a token. */
export function nativeToken(chain: Chain): TokenJson {
  return { address: null, ...chain.config.nativeCurrency };
}

/** Name and symbol as returned by a collection. */
export interface CollectionWords {
  /** Name, cleaned; empty without one. */
  readonly name: string;
  /** Symbol, cleaned; empty without one. */
  readonly symbol: string;
  /** True if one of them has invisible characters. */
  readonly hidden: boolean;
}

/**
 * Reads the name and symbol of a collection; both are optional.
 *
 * @throws {AcctError} `chain_down`
 */
export async function readCollection(chain: Chain, address: Address): Promise<CollectionWords> {
  const [symbol, name] = await Promise.all([
    call(chain, address, "symbol").then((data) => text("symbol", data)),
    call(chain, address, "name").then((data) => text("name", data)),
  ]);
  return {
    symbol: cleanText(symbol, MAX_SYMBOL_LENGTH),
    name: cleanText(name, MAX_TOKEN_NAME_LENGTH),
    hidden: hasHidden(symbol) || hasHidden(name),
  };
}

/** Calls a function of a token; `null` if it fails. */
async function call(
  chain: Chain,
  to: Address,
  functionName: "symbol" | "name" | "decimals",
): Promise<Hex | null> {
  const callData = encodeFunctionData({ abi, functionName });
  const data = await readBytes(chain, { target: to, callData }, MAX_WORDS);
  if (data === null || size(data) < MAX_WORDS) return data;
  // A longer string is cut.
  const rest = numberToHex(MAX_WORDS - 64, { size: 32 });
  return slice(data, 32, 64) > rest ? concat([slice(data, 0, 32), rest, slice(data, 64)]) : data;
}

async function ask(chain: Chain, address: Address): Promise<TokenJson | null> {
  const [symbol, name, decimals] = await Promise.all([
    call(chain, address, "symbol"),
    call(chain, address, "name"),
    call(chain, address, "decimals"),
  ]);
  if (decimals === null || !/^0x0{62}[0-9a-f]{2}$/.test(decimals)) return null;
  const places = Number(decimals);
  if (places > MAX_DECIMALS) return null;
  return {
    address: getAddress(address),
    symbol: cleanText(text("symbol", symbol), MAX_SYMBOL_LENGTH) || "?",
    name: cleanText(text("name", name), MAX_TOKEN_NAME_LENGTH) || "?",
    decimals: places,
    ...(isListed(chain, address) && { listed: true as const }),
  };
}

/** Old tokens return 32 bytes instead of a string. */
function text(functionName: "symbol" | "name", data: Hex | null): string {
  if (data === null) return "";
  try {
    return decodeFunctionResult({ abi, functionName, data });
  } catch {
    try {
      const bytes = decodeFunctionResult({ abi: abi32, functionName, data });
      return new TextDecoder().decode(
        Uint8Array.from(bytes.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16)),
      );
    } catch {
      return "";
    }
  }
}
