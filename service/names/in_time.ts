/** Looks names up for a limited time. @module */
import type { Address } from "viem";
import type { LookedUpName } from "../../core/protocol/service/mod.ts";
import type { Caller, Context } from "../context.ts";

/** Time that an operation waits for names, in milliseconds. */
const MAX_WAIT_MS = 800;

/** Looks up the names of addresses; those that are not found in time are `null`. */
export async function lookUpInTime(
  context: Pick<Context, "names" | "nameRates">,
  { key, client }: Pick<Caller, "key" | "client">,
  addresses: readonly Address[],
  wait = MAX_WAIT_MS,
): Promise<LookedUpName[]> {
  const unnamed = addresses.map((address) => ({ address, name: null }));
  const { names } = context;
  if (names === null || addresses.length === 0) return unnamed;
  try {
    context.nameRates.looks.take(client, addresses.length);
  } catch {
    return unnamed;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), wait));
  const found = await Promise.all(addresses.map(async (address) => ({
    address,
    name: await Promise.race([names.lookUp(key, address).catch(() => null), late]),
  })));
  clearTimeout(timer);
  return found;
}
