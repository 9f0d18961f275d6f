/** Requests a payment by a link with payee, token, amount, purpose and expiry. @module */
import {
  type Address,
  bytesToHex,
  decodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  isAddressEqual,
  isHex,
  keccak256,
  slice,
  stringToHex,
} from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import { cleanText } from "../../core/lib/text.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import { payeeName, withoutSymbols } from "../payees/payee_name.ts";
import { asRecord, fromBase64Json, toBase64UrlJson } from "../../pay/protocols/encoding.ts";

/** Maximum length of the purpose, in characters. */
export const MAX_PURPOSE_LENGTH = 80;

/** A requested payment. */
export interface PaymentRequest {
  /** Account that is paid. */
  readonly to: Address;
  readonly chainId: number;
  /** Contract of the token; `null` for the native currency. */
  readonly token: Address | null;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  /** Unverified name of the payee. */
  readonly payee: string;
  /** Purpose of the payment. */
  readonly purpose: string;
  /** Last valid second (Unix). */
  readonly until: number;
  /** 16 random bytes. The payer's operation ends with them, so that the payee finds it. */
  readonly id: Hex;
}

/** Creates a request with a new id. */
export function createRequest(terms: Omit<PaymentRequest, "id">): PaymentRequest {
  return { ...terms, id: bytesToHex(crypto.getRandomValues(new Uint8Array(16))) };
}

/** Encodes a request for a place of the page. */
export function encodeRequest({ amount, ...request }: PaymentRequest): string {
  return toBase64UrlJson({ ...request, amount: String(amount) });
}

/** Returns an id of all terms of a request: links may repeat the id of another request. */
export function termsOf(request: PaymentRequest): Hex {
  return slice(keccak256(stringToHex(encodeRequest(request))), 0, 16);
}

/** Reads a request of a link, which anyone can write; `null` if it is none. */
export function readRequest(text: string): PaymentRequest | null {
  const { to, chainId, token, amount, payee, purpose, until, id } =
    asRecord(fromBase64Json(text)) ??
      {};
  const isOf = (value: unknown): value is string =>
    typeof value === "string" && isAddress(value, { strict: false });
  if (
    !isOf(to) || !Number.isSafeInteger(chainId) || !(token === null || isOf(token)) ||
    typeof amount !== "string" || !/^[1-9]\d{0,76}$/.test(amount) ||
    typeof payee !== "string" || typeof purpose !== "string" || !Number.isSafeInteger(until) ||
    typeof id !== "string" || !isHex(id) || id.length !== 34 ||
    // The token's own contract cannot spend received tokens.
    (typeof token === "string" && token.toLowerCase() === to.toLowerCase())
  ) return null;
  return {
    to: getAddress(to),
    chainId: chainId as number,
    token: token === null ? null : getAddress(token),
    amount: BigInt(amount),
    payee: payeeName(payee),
    purpose: cleanText(withoutSymbols(purpose), MAX_PURPOSE_LENGTH),
    until: until as number,
    id: id.toLowerCase() as Hex,
  };
}

/** Transfers in a page, and pages that are searched. */
const PAGE = 100;
const MAX_PAGES = 20;

/**
 * Finds the transfer that paid a request since its creation: right token and amount, in a bundle with
 * an operation of its sender that ends with the id. A transfer pays one request only.
 *
 * @param used transfers that paid other requests, by {@linkcode placeOf}
 */
export async function findPayment(
  service: Pick<ServiceClient, "call" | "chain">,
  { to, chainId, token, amount, id }: PaymentRequest,
  { since, used }: { readonly since: number; readonly used: ReadonlySet<string> },
): Promise<TransferJson | null> {
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const transfers = await service.call("acct_getTransfers", {
      account: to,
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    for (const each of transfers) {
      const fits = each.incoming && Number(each.chainId) === chainId &&
        BigInt(each.amount) === amount && (each.kind === "erc20" || each.kind === "native") &&
        (each.token?.toLowerCase() ?? null) === (token?.toLowerCase() ?? null) &&
        !used.has(placeOf(each));
      if (!fits) continue;
      const hash = each.transactionHash;
      const found = asRecord(await service.chain(chainId, "eth_getTransactionByHash", [hash]));
      if (operationsIn(found).some((own) => pays(own, each, id))) return each;
    }
    const last = transfers.at(-1);
    // Clocks of devices differ by less than an hour.
    if (transfers.length < PAGE || last!.timestamp < since - 3_600) return null;
    after = last!.id;
  }
  return null;
}

/** Part of an operation in a bundle. */
interface Operation {
  readonly sender: Address;
  readonly callData: Hex;
}

/** Returns true if an operation of the transfer's sender carries the id. */
function pays({ sender, callData }: Operation, { other }: TransferJson, id: Hex): boolean {
  return isAddressEqual(sender, other) && callData.endsWith(id.slice(2));
}

/** `handleOps` of the EntryPoint, which only a bundler can call directly. */
const handleOps = {
  type: "function",
  name: "handleOps",
  stateMutability: "nonpayable",
  outputs: [],
  inputs: [{
    name: "ops",
    type: "tuple[]",
    components: [
      { name: "sender", type: "address" },
      { name: "nonce", type: "uint256" },
      { name: "initCode", type: "bytes" },
      { name: "callData", type: "bytes" },
      { name: "accountGasLimits", type: "bytes32" },
      { name: "preVerificationGas", type: "uint256" },
      { name: "gasFees", type: "bytes32" },
      { name: "paymasterAndData", type: "bytes" },
      { name: "signature", type: "bytes" },
    ],
  }, { name: "beneficiary", type: "address" }],
} as const;

/** Reads the operations of a transaction; a transaction that is no bundle has none. */
function operationsIn(
  transaction: { readonly to?: unknown; readonly input?: unknown } = {},
): readonly Operation[] {
  const { to, input } = transaction;
  const isBundle = typeof to === "string" && isAddress(to, { strict: false }) &&
    isAddressEqual(to, ENTRY_POINT) && isHex(input);
  if (!isBundle) return [];
  try {
    return decodeFunctionData({ abi: [handleOps], data: input }).args[0];
  } catch {
    return [];
  }
}

/** Names a transfer, so that it pays one request only. */
export function placeOf({ transactionHash, id }: TransferJson): string {
  return `${transactionHash} ${id.split(".").slice(-2).join(".")}`;
}
