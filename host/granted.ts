/** The permissions that an account has granted, with what is left of each. @module */
import type { Address, Hex } from "viem";
import { NATIVE } from "../core/chain/native.ts";
import { type Permission, readPermission } from "../core/permission/permission.ts";
import { type Unit, units } from "../core/permission/period.ts";
import { readRemaining, remainingCall } from "../core/permission/remaining.ts";
import type { ServiceClient } from "../core/service/client.ts";
import type { ChainJson } from "../core/service/protocol.ts";
import { cleanText } from "../core/text.ts";

/** A permission as the home page lists it. */
export interface Granted {
  readonly id: Hex;
  readonly chain: ChainJson;
  readonly spender: Address;
  /** Last second, Unix. */
  readonly end: number;
  readonly spends: readonly {
    readonly symbol: string;
    readonly decimals: number;
    readonly allowance: bigint;
    readonly remaining: bigint;
    readonly unit: Unit;
    readonly multiplier: number;
  }[];
}

/** Those of an account on all chains that are neither over nor taken back, newest first. */
export async function grantedBy(service: ServiceClient, account: Address): Promise<Granted[]> {
  const [{ chains }, found] = await Promise.all([
    service.configuration(),
    service.call("acct_getPermissions", { account }),
  ]);
  const now = Date.now() / 1000;
  const open = found.filter(({ revoked, end }) => !revoked && end >= now);
  const listed = await Promise.all(open.map(async (json) => {
    const chain = chains.find(({ id }) => id === Number(json.chainId));
    return chain === undefined
      ? []
      : [await describe(service, chain, json.id, readPermission(json, { account }))];
  }));
  return listed.flat();
}

async function describe(
  service: ServiceClient,
  chain: ChainJson,
  id: Hex,
  permission: Permission,
): Promise<Granted> {
  const [answer, tokens] = await Promise.all([
    service.chain(chain.id, "eth_call", [remainingCall(permission), "latest"]),
    Promise.all(permission.spends.map(({ token }) => describeToken(service, chain, token))),
  ]);
  const left = readRemaining(answer as Hex);
  return {
    id,
    chain,
    spender: permission.spender,
    end: permission.end,
    spends: permission.spends.map(({ allowance, unit, multiplier }, index) => ({
      ...tokens[index]!,
      allowance,
      remaining: left[index] ?? 0n,
      unit: units[unit]!,
      multiplier,
    })),
  };
}

/** Symbol and decimals as the chain tells them; a token that does not is shown by its address. */
async function describeToken(
  service: ServiceClient,
  chain: ChainJson,
  token: Address,
): Promise<{ symbol: string; decimals: number }> {
  if (token.toLowerCase() === NATIVE.toLowerCase()) return chain.nativeCurrency;
  const read = async (data: Hex) =>
    await service.chain(chain.id, "eth_call", [
      { to: token, data },
      "latest",
    ]) as Hex;
  try {
    const [symbol, decimals] = await Promise.all([read("0x95d89b41"), read("0x313ce567")]);
    const length = Number(BigInt(`0x${symbol.slice(66, 130)}`));
    const bytes = Uint8Array.from(
      symbol.slice(130, 130 + Math.min(length, 64) * 2).match(/../g) ?? [],
      (pair) => parseInt(pair, 16),
    );
    return {
      symbol: cleanText(new TextDecoder().decode(bytes), 16) || "?",
      decimals: Math.min(Number(BigInt(decimals)), 77),
    };
  } catch {
    return { symbol: `${token.slice(0, 6)}…`, decimals: 0 };
  }
}
