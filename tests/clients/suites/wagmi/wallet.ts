/** Replaces `@wagmi/test`: our wallet on the running stack, and their constants. @module */
import { type Chain, createTestClient, getAddress, http } from "viem";
import * as chains from "viem/chains";
import { createConfig } from "wagmi";
import { AcctError } from "../../../../core/ground/errors.ts";
import { readAs } from "../snapshots.ts";
import { giveEther, openFunded, world } from "../world.ts";
import { connectorOf } from "./mock.ts";

// deno-lint-ignore no-explicit-any -- their constants as they are: their types stay out of the tree
const theirs: any = await import(`${world.folder}packages/test/src/constants.ts`);

/** Contracts, addresses, keys and typed data of their tests. */
export const { abi, address, bytecode, privateKey, typedData, walletConnectProjectId } = theirs;

const [first, second] = [
  await openFunded({ connected: false }),
  await openFunded({ connected: false }),
];

/** Their accounts, with ours as the first. */
export const accounts = [getAddress(first.address), ...theirs.accounts.slice(1)];
readAs(theirs.accounts[0], accounts[0]);
readAs("Mock Connector", "Acct");
const rejected = new AcctError("user_rejected").message;
for (const theirs of ["connect", "sign message", "sign typed data"]) {
  readAs(`Failed to ${theirs}.`, rejected);
}
// Their local account pays for its own transactions.
await Promise.all(world.chains.map(({ id }) => giveEther(id, theirs.accounts[0])));

const [one, two] = world.chains;

/** Their chains, on the running stack. */
export const mainnet = { ...chains.mainnet, ...nodeAt(one!.rpcUrl) };
/** A second chain. */
export const mainnet2: Chain = {
  ...mainnet,
  ...nodeAt(two!.rpcUrl),
  id: two!.id,
  nativeCurrency: { decimals: 18, name: "wagmi", symbol: "WAG" },
};
/** A chain that no node serves: their tests only name it. */
export const optimism = { ...chains.optimism, ...nodeAt("http://127.0.0.1:1") };
/** All chains. */
export const chain = { mainnet, mainnet2, optimism };

/** A configuration with two connectors of ours, each with an account that has ether. */
export const config = createConfig({
  chains: [mainnet, mainnet2, optimism],
  connectors: [connectorOf(first.page), connectorOf(second.page)],
  pollingInterval: 100,
  storage: null,
  transports: { [mainnet.id]: http(), [mainnet2.id]: http(), [optimism.id]: http() },
});

/** Clients that change the chains. */
export const testClient = {
  mainnet: createTestClient({ mode: "anvil", cacheTime: 0, chain: mainnet, transport: http() }),
  mainnet2: createTestClient({ mode: "anvil", cacheTime: 0, chain: mainnet2, transport: http() }),
};

/** An address. */
export const addressRegex: RegExp = /^0x([A-Fa-f0-9]{40})$/;
/** A hash of a transaction. */
export const transactionHashRegex: RegExp = /^0x([A-Fa-f0-9]{64})$/;
/** A signed transaction. */
export const signedTransactionRegex: RegExp = /^0x([A-Fa-f0-9]+)$/;

/** Resolves after some milliseconds. */
export function wait(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

function nodeAt(url: string) {
  return { rpcUrls: { default: { http: [url] }, public: { http: [url] } } } as const;
}
