/**
 * Checks of parameters. Each names the path of the wrong field (`params[0].calls[1].to`) and the
 * rule that it breaks.
 *
 * @module
 */
import { type Address, type Hex, isAddress, isHex } from "viem";
import { AcctError } from "./errors.ts";

/** A value with the path that leads to it. */
export interface At {
  /** The value. */
  readonly value: unknown;
  /** Its path. */
  readonly path: string;
  /** Origin of the dApp, where a value is bound to it; `null` outside of a page. */
  readonly origin?: string | null;
}

/** Params as an array whose elements have paths. */
export function paramsAt(params: unknown, index: number): At {
  if (params !== undefined && !Array.isArray(params)) throw wrong("params", "must be an array");
  return { value: params?.[index], path: `params[${index}]` };
}

/** The error for a wrong field. */
export function wrong(path: string, rule: string): AcctError {
  return new AcctError("invalid_params", { field: path, detail: `${path} ${rule}.` });
}

/** A member of an object. */
export function member(at: At, name: string): At {
  const { value, path } = at;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, "must be an object");
  }
  const inner = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  return { ...at, value: inner, path: `${path}.${name}` };
}

/** Whether a value is there at all. */
export function isPresent({ value }: At): boolean {
  return value !== undefined && value !== null;
}

/** An object. */
export function object({ value, path }: At): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, "must be an object");
  }
  return value as Record<string, unknown>;
}

/** The elements of an array. */
export function elements(at: At, max: number): At[] {
  const { value, path } = at;
  if (!Array.isArray(value)) throw wrong(path, "must be an array");
  if (value.length > max) throw wrong(path, `must have at most ${max} elements`);
  return value.map((element, index) => ({ ...at, value: element, path: `${path}[${index}]` }));
}

/** A text of bounded length. */
export function text({ value, path }: At, max = 4096): string {
  if (typeof value !== "string") throw wrong(path, "must be a string");
  if (value.length > max) throw wrong(path, `must have at most ${max} characters`);
  return value;
}

/** A boolean. */
export function flag({ value, path }: At): boolean {
  if (typeof value !== "boolean") throw wrong(path, "must be true or false");
  return value;
}

/** An address; mixed case must be a valid checksum (ERC-55). */
export function address({ value, path }: At): Address {
  if (typeof value !== "string" || !isAddress(value)) throw wrong(path, "must be an address");
  return value;
}

/** Bytes as hex, two digits each. */
export function bytes({ value, path }: At): Hex {
  if (typeof value !== "string" || !isHex(value) || value.length % 2 !== 0) {
    throw wrong(path, "must be hex bytes");
  }
  return value;
}

/** 32 bytes as hex. */
export function hash(at: At): Hex {
  const value = bytes(at);
  if (value.length !== 66) throw wrong(at.path, "must be 32 bytes");
  return value.toLowerCase() as Hex;
}

/** A number below 2^256 as hex. */
export function quantity({ value, path }: At): Hex {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]+$/.test(value)) {
    throw wrong(path, "must be a hex number such as 0x0");
  }
  const digits = value.slice(2).replace(/^0+/, "");
  if (digits.length > 64) throw wrong(path, "must be below 2^256");
  return `0x${digits === "" ? "0" : digits.toLowerCase()}`;
}

/** A chain id as hex. */
export function chainId(at: At): number {
  const id = Number(quantity(at));
  if (!Number.isSafeInteger(id) || id === 0) throw wrong(at.path, "must be a chain id");
  return id;
}

/**
 * Refuses capabilities that are neither known nor optional (EIP-5792).
 *
 * @throws {AcctError} `capability_unsupported` with the path of the first one
 */
export function checkCapabilities(at: At, known: readonly string[]): void {
  for (const [name, value] of Object.entries(object(at))) {
    const isOptional = (value as { optional?: unknown } | null)?.optional === true;
    if (!known.includes(name) && !isOptional) {
      throw new AcctError("capability_unsupported", {
        field: `${at.path}.${name}`,
        detail: `(${name})`,
      });
    }
  }
}
