/** Stores the names that accounts received at their creation. @module */
import type { AccountWithCapabilities } from "@sdk/connector";
import type { Address } from "viem";
import { memory } from "./memory.ts";

const keyOf = (account: Address) => `meadow.name.${account.toLowerCase()}`;

/** Stores the name of a new account; an account that was known before keeps its own. */
export function rememberName({ address, capabilities }: AccountWithCapabilities): void {
  const name = capabilities?.subname?.name;
  if (name !== undefined) memory.setItem(keyOf(address), name);
}

/** The account's name, or the shortened address. */
export function nameOf(account: Address): string {
  return memory.getItem(keyOf(account)) ?? `${account.slice(0, 6)}…${account.slice(-4)}`;
}
