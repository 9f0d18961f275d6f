/** Waits for names, and other help beside an operation, for a limited time. @module */
import type { Address } from "viem";
import type { LookedUpName } from "../../core/protocol/service/mod.ts";
import type { Caller, Context } from "../main/context.ts";

/** Time that an operation waits, in milliseconds. */
const MAX_WAIT_MS = 800;

/** Looks up the names of addresses; those that are not found in time are `null`. */
export async function lookUpInTime(
  context: Pick<Context, "names" | "nameRates">,
  { key, client }: Pick<Caller, "key" | "client">,
  { addresses, chainId }: { addresses: readonly Address[]; chainId: number },
  wait = MAX_WAIT_MS,
): Promise<LookedUpName[]> {
  const unnamed = addresses.map((address) => ({ address, name: null }));
  const { names } = context;
  if (names === null || addresses.length === 0) return unnamed;
  try {
    await context.nameRates.looks.take(client, addresses.length);
  } catch {
    return unnamed;
  }
  return await Promise.all(addresses.map(async (address) => ({
    address,
    name: await inTime(names.lookUp(key, address, chainId), wait),
  })));
}

/** Waits for an answer for a limited time; `null` without one. */
export async function inTime<T>(answer: Promise<T>, wait = MAX_WAIT_MS): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), wait));
  try {
    return await Promise.race([answer, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
