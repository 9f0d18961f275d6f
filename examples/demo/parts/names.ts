/** Remembers the names that accounts were given while they were made. @module */
import type { AccountWithCapabilities } from "@sdk/connector";
import type { Address } from "viem";
import { memory } from "./memory.ts";

const keyOf = (account: Address) => `meadow.name.${account.toLowerCase()}`;

/** Keeps the name of a new account; one that was known before keeps its own. */
export function rememberName({ address, capabilities }: AccountWithCapabilities): void {
  const name = capabilities?.subname?.name;
  if (name !== undefined) memory.setItem(keyOf(address), name);
}

/** The account's name, else the ends of its address. */
export function nameOf(account: Address): string {
  return memory.getItem(keyOf(account)) ?? `${account.slice(0, 6)}…${account.slice(-4)}`;
}
