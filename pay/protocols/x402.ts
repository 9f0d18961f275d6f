/**
 * Implements x402, versions 1 (in the body) and 2 (in headers), with the scheme `exact` on EVM
 * chains.
 *
 * @see https://github.com/x402-foundation/x402/tree/main/specs
 * @module
 */
import type { Hex } from "@sdk/core/permission";
import {
  type Demand,
  type Demands,
  readAddress,
  readAmount,
  readEach,
  readSeconds,
  readText,
  WrongField,
} from "./demand.ts";
import { asRecord, fromBase64Json, toPaymentJson } from "./encoding.ts";
import { PaymentError } from "../record/error.ts";

/** Maximum number of payment options that are read. */
const MAX_ACCEPTS = 32;
/** x402's extension with which a server recognizes a payment. */
const PAYMENT_IDENTIFIER = "payment-identifier";

/** Chains by their names in version 1. */
const namedChains: ReadonlyMap<string, number> = new Map([
  ["ethereum", 1],
  ["sepolia", 11_155_111],
  ["base", 8453],
  ["base-sepolia", 84_532],
  ["polygon", 137],
  ["polygon-amoy", 80_002],
  ["avalanche", 43_114],
  ["avalanche-fuji", 43_113],
  ["celo", 42_220],
  ["sei", 1329],
  ["sei-testnet", 1328],
  ["iotex", 4689],
  ["peaq", 3338],
  ["abstract", 2741],
]);

/** Reads a payment request; `undefined` if the server does not support x402. */
export function readX402(headers: Headers, body: unknown): Demands | undefined {
  const header = headers.get("payment-required");
  const required = asRecord(header === null ? body : fromBase64Json(header));
  if (required === undefined) {
    if (header === null) return undefined;
    throw new PaymentError("malformed", { field: "PAYMENT-REQUIRED" });
  }
  const { x402Version: version, accepts } = required;
  if (version === undefined && header === null) return undefined;
  if (version !== 1 && version !== 2) throw new PaymentError("malformed", { field: "x402Version" });
  if (!Array.isArray(accepts) || accepts.length === 0 || accepts.length > MAX_ACCEPTS) {
    throw new PaymentError("malformed", { field: "accepts" });
  }
  return readEach(
    accepts,
    (entry, index) => readDemand(entry, `accepts[${index}]`, version, required),
  );
}

function readDemand(
  entry: unknown,
  at: string,
  version: 1 | 2,
  { resource, extensions }: Readonly<Record<string, unknown>>,
): Demand {
  const fields = asRecord(entry);
  if (fields === undefined) throw new WrongField(at, "is not an object");
  if (fields.scheme !== "exact") throw new WrongField(`${at}.scheme`, "is not exact");
  const price = version === 1 ? "maxAmountRequired" : "amount";
  const extra = asRecord(fields.extra ?? {});
  if (extra === undefined) throw new WrongField(`${at}.extra`, "is not an object");
  const domain = extra.name === undefined || extra.version === undefined ? undefined : {
    name: readText(extra.name, `${at}.extra.name`),
    version: readText(extra.version, `${at}.extra.version`),
  };
  const transfer = readTransfer(extra.assetTransferMethod, domain !== undefined, at);
  if (transfer === "eip3009" && domain === undefined) {
    throw new WrongField(`${at}.extra.name`, "and the version are needed for EIP-3009");
  }
  return {
    protocol: {
      name: "x402",
      version,
      accepted: entry,
      ...(version === 2 && { resource, extensions: asRecord(extensions) }),
    },
    transfer,
    chainId: readNetwork(fields.network, `${at}.network`),
    token: readAddress(fields.asset, `${at}.asset`),
    payTo: readAddress(fields.payTo, `${at}.payTo`),
    amount: readAmount(fields[price], `${at}.${price}`),
    seconds: readSeconds(fields.maxTimeoutSeconds, `${at}.maxTimeoutSeconds`),
    domain,
    redeemers: readRedeemers(extra.facilitatorAddresses, `${at}.extra.facilitatorAddresses`),
    path: {
      network: `${at}.network`,
      asset: `${at}.asset`,
      amount: `${at}.${price}`,
      payTo: `${at}.payTo`,
    },
  };
}

function readTransfer(value: unknown, hasDomain: boolean, at: string): Demand["transfer"] {
  if (value === "erc7710" || value === "eip3009" || value === "permit2") return value;
  if (value !== undefined && value !== null) {
    throw new WrongField(`${at}.extra.assetTransferMethod`, "is not known");
  }
  return hasDomain ? "eip3009" : "permit2";
}

function readNetwork(value: unknown, field: string): number {
  // The conversion of other types to text is ambiguous.
  const text = typeof value === "string" ? value : "";
  const [, digits] = /^eip155:([1-9][0-9]{0,15})$/.exec(text) ?? [];
  const chainId = digits === undefined ? namedChains.get(text) : Number(digits);
  if (chainId === undefined || !Number.isSafeInteger(chainId)) {
    throw new WrongField(field, "is not a known EVM chain");
  }
  return chainId;
}

function readRedeemers(value: unknown, field: string): Demand["redeemers"] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MAX_ACCEPTS) {
    throw new WrongField(field, "is not a list of addresses");
  }
  return value.map((each, index) => readAddress(each, `${field}[${index}]`));
}

/**
 * Encodes a payment as a header.
 *
 * @param nonce of the payment; a server that requests an identifier recognizes the payment by it
 */
export function writeX402(
  { protocol, chainId }: Demand,
  payload: unknown,
  nonce: Hex,
): { readonly name: string; readonly value: string } {
  if (protocol.name !== "x402") throw new TypeError("Not an x402 demand.");
  const { accepted, version, resource, extensions = {} } = protocol;
  if (version === 2) {
    const paid = {
      x402Version: 2,
      ...(resource !== undefined && { resource }),
      accepted,
      payload,
      // A client sends back at least the data that it received.
      ...(Object.keys(extensions).length > 0 && { extensions: withIdentifier(extensions, nonce) }),
    };
    return { name: "PAYMENT-SIGNATURE", value: toPaymentJson(paid) };
  }
  const network = asRecord(accepted)?.network ?? `eip155:${chainId}`;
  return {
    name: "X-PAYMENT",
    value: toPaymentJson({ x402Version: 1, scheme: "exact", network, payload }),
  };
}

/** Adds the identifier of x402's extension `payment-identifier`, if the server offers it. */
function withIdentifier(extensions: Readonly<Record<string, unknown>>, nonce: Hex) {
  const offered = asRecord(extensions[PAYMENT_IDENTIFIER]);
  const info = asRecord(offered?.info);
  if (info === undefined) return extensions;
  const identified = { ...offered, info: { ...info, id: nonce.slice(2) } };
  return { ...extensions, [PAYMENT_IDENTIFIER]: identified };
}

/** Outcome of a payment, as reported by a server. */
export interface Settlement {
  /** True if the payment was collected. */
  readonly success: boolean;
  /** Transaction, if reported. */
  readonly transaction?: Hex;
  /** The server's error code. */
  readonly detail?: string;
}

/** Reads the outcome of a payment; `undefined` if the server does not report it. */
export function readX402Settlement(headers: Headers): Settlement | undefined {
  const text = headers.get("payment-response") ?? headers.get("x-payment-response");
  const told = text === null ? undefined : asRecord(fromBase64Json(text));
  if (told === undefined || typeof told.success !== "boolean") {
    const error = asRecord(fromBase64Json(headers.get("payment-required") ?? ""))?.error;
    return typeof error === "string" ? { success: false, detail: error } : undefined;
  }
  return {
    success: told.success,
    ...(isHash(told.transaction) && { transaction: told.transaction }),
    ...(typeof told.errorReason === "string" && { detail: told.errorReason }),
  };
}

/** Returns whether a value is a transaction hash. */
export function isHash(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);
}
