/** Valid requests, and how a field with a limit is put into them. @module */
import type * as limits from "../../core/ground/limits.ts";
import type { Cause } from "../../core/ground/errors.ts";
import { host, provide, serve } from "./sides.ts";

/** How one side reads a value of a field, and the path of the field there. */
export interface Side {
  readonly path: string;
  readonly read: (value: unknown) => unknown;
}

/** A field with a limit. */
export interface Row {
  readonly limit: keyof typeof limits;
  /** A value of a given size. */
  readonly of: (size: number) => unknown;
  readonly cause?: Cause;
  /** Path below the field, if an element is too large. */
  readonly below?: string;
  readonly page?: Side;
  readonly host?: Side;
  readonly service?: Side;
}

export const address = `0x${"11".repeat(20)}`;
export const other = (index: number) => `0x${index.toString(16).padStart(40, "0")}`;
export const bytes = (size: number) => `0x${"00".repeat(size)}`;
export const letters = (size: number) => "x".repeat(size);
export const times = (value: unknown) => (size: number) => Array(size).fill(value);
export const addressed = { account: address, chainId: 1 };
export const account = { address, owners: [bytes(64)], nonce: "0x0" };
/** A contract, or a spender; the account itself is rejected as one. */
export const shop = `0x${"22".repeat(20)}`;
export const call = { to: shop, value: "0x0", data: "0x" };
export const operation = {
  sender: address,
  nonce: "0x0",
  callData: "0x",
  callGasLimit: "0x0",
  verificationGasLimit: "0x0",
  preVerificationGas: "0x0",
  maxFeePerGas: "0x0",
  maxPriorityFeePerGas: "0x0",
  signature: "0x11",
};
export const prepared = { chainId: "0x1", account, calls: [call] };
export const sent = { chainId: "0x1", account, operation };
export const grantCall = { target: address, selector: "0x11111111", rules: [] };
/** A function with rules on its argument. */
export const ruledCall = {
  target: address,
  selector: "0xd7da973a",
  signature: "f(bytes32)",
  declared: "f(bytes32 x)",
  functionSignature: "f(bytes32 x)",
  rules: [],
};
/** A rule as the service reads it. */
export const wordRule = { word: 0, kind: 2, values: [bytes(32)] };
/** A rule as dApps write it. */
export const rule = { argument: "x", kind: "oneOf", values: [bytes(32)] };
export const spend = { token: address, allowance: "0x1", unit: 0, multiplier: 1 };
export const permission = {
  id: bytes(32),
  chainId: "0x1",
  account: address,
  spender: address,
  start: 0,
  end: 1,
  salt: bytes(32),
  calls: [],
  spends: [spend],
  watched: [],
};
export const claim = {
  domain: "a.eth",
  label: "a",
  account,
  chainId: "0x1",
  issuedAt: 0,
  signature: "0x",
};
export const change = {
  from: [`0x${"00".repeat(32)}`],
  owners: [{ index: 0, kind: "full", owner: `0x${"11".repeat(64)}` }],
  next: 1,
  delay: 259_200,
  signature: "0x",
};
export const recovery = {
  from: change.from,
  owners: change.owners,
  next: 1,
  salt: bytes(32),
  signature: "0x",
};
export const credential = { credentialId: "x", publicKey: bytes(64), account };
export const proof = { authenticatorData: "0x", clientDataJSON: "", signature: bytes(64) };
export const words = {
  types: { Words: [{ name: "text", type: "string" }] },
  primaryType: "Words",
  domain: {},
  message: { text: "hello" },
};

/** An object accepted by a method, with the field in it. */
export const page = (method: string, field: string, put: (value: unknown) => object): Side => ({
  path: `params[0].${field}`,
  read: (value) => provide(method, [put(value)]),
});
export const wallet = (
  method: Parameters<typeof host>[0],
  field: string,
  put: (value: unknown) => object,
): Side => ({
  path: field.startsWith("params") ? field : `params[0].${field}`,
  read: (value) => host(method, put(value)),
});
export const service = (method: string, field: string, put: (value: unknown) => object): Side => ({
  path: `params[0].${field}`,
  read: (value) => serve(method, [put(value)]),
});

export const grant = (permissions: object, more: object = {}) => ({
  spender: shop,
  expiry: 1,
  permissions,
  ...more,
});
export const stored = (more: object) => ({
  ...addressed,
  spender: shop,
  expiry: 1,
  calls: [],
  spends: [],
  ...more,
});
export const spends = (one: object) => [{ ...spend, ...one }];
export const paged = (one: object) => [{ ...spend, unit: "minute", ...one }];

/** The allowance with this many bits set. */
export const allowance = (bits: number) => `0x${(2n ** BigInt(bits) - 1n).toString(16)}`;

/** Calls whose encoding is as large as a limit allows; 228 bytes surround the data of one call. */
export const oneCall = (limit: number) => (size: number): readonly object[] => [
  { ...call, data: bytes(32 * Math.floor((limit - 228) / 32) + size - limit) },
];

/** Text records as the wallet host reads them. */
export function texts(put: (value: unknown) => unknown): Side {
  return {
    path: "params[0].capabilities.subnameTextRecords",
    read: (value) =>
      host("wallet_connect", { chainId: 1, ens: { domain: "a.eth", texts: put(value) } }),
  };
}
