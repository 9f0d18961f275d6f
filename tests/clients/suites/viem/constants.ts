/** Replaces the constants of viem's tests: theirs, with our account as the first. @module */
import { getAddress } from "viem";
import { readAs } from "../snapshots.ts";
import { askNode, openFunded, world } from "../world.ts";

// deno-lint-ignore no-explicit-any -- their constants as they are: their types stay out of the tree
const theirs: any = await import(`${world.folder}test/src/constants.ts`);

/** Addresses and typed data of their tests. */
export const { address, poolId, simpleAccountFactoryAddress, typedData } = theirs;

// Another file may have delegated them (EIP-7702): each of their files has its own chain.
for (const { address } of theirs.accounts) {
  await askNode(world.chains[0]!.id, "anvil_setCode", [address, "0x"]);
}

/** Our wallet, connected. */
export const { page, address: account } = await openFunded({ connected: true });

/** Their accounts, with ours as the first; its private key stays theirs, for local accounts. */
export const accounts = [
  { ...theirs.accounts[0], address: account.toLowerCase() },
  ...theirs.accounts.slice(1),
];
readAs(theirs.accounts[0].address, account.toLowerCase());
readAs(getAddress(theirs.accounts[0].address), getAddress(account));
