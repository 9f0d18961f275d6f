/**
 * Drives wagmi's own actions, with its `mock` connector in addition to ours, and prints the results
 * of each.
 *
 * @module
 */
import { type Chain, defineChain, http } from "viem";
import { createConfig } from "wagmi";
import {
  connect,
  disconnect,
  getConnection,
  getConnections,
  sendCalls,
  sendTransaction,
  signMessage,
  switchConnection,
  waitForCallsStatus,
  waitForTransactionReceipt,
} from "wagmi/actions";
import { mock } from "wagmi/connectors";
import { createAcctConnector } from "../../connector/connector.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Address, Hex } from "../../core/lib/hex.ts";
import { openPage } from "../conformance/wallet.ts";
import { ANSWER } from "./device.ts";
import { type Failure, readFailure } from "./libraries.ts";

/** Results of the actions. */
export interface WagmiSeen {
  readonly account: Address;
  readonly signature: Hex;
  readonly transaction: { readonly hash: Hex; readonly status: string; readonly from: Address };
  readonly calls: { readonly status: string | undefined; readonly transaction: Hex };
  /** Error of a request that the user rejects. */
  readonly rejected: Failure | null;
  /** Ids of the connectors, the active one first: with both, after switching back, finally. */
  readonly connections: readonly (readonly string[])[];
}

/** Address of the `mock` connector. */
export const MOCK: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Message that the account signs. */
export const MESSAGE = "hello, wagmi";

if (import.meta.main) await drive();

async function drive(): Promise<void> {
  const stack = JSON.parse(Deno.args[0]!);
  await using page = openPage(stack);
  const chain: Chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    supportsTransactionReplacementDetection: false,
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  });
  const config = createConfig({
    chains: [chain],
    connectors: [
      createAcctConnector({ apiKey: stack.apiKey }, () => Promise.resolve(page.provider)),
      mock({ accounts: [MOCK] }),
    ],
    transports: { [chain.id]: http(stack.rpcUrl) },
    pollingInterval: 50,
    storage: null,
    multiInjectedProviderDiscovery: false,
  });
  const [ours, theirs] = config.connectors;
  const connections: string[][] = [];
  const note = () => {
    const active = getConnection(config).connector?.id;
    const ids = getConnections(config).map(({ connector }) => connector.id);
    connections.push([active ?? "none", ...ids.filter((id) => id !== active)]);
  };
  const { accounts: [account] } = await connect(config, { connector: ours! });
  const signature = await signMessage(config, { message: MESSAGE });

  const friend: Address = `0x${"aa".repeat(20)}`;
  const hash = await sendTransaction(config, { to: friend });
  const { status, from } = await waitForTransactionReceipt(config, { hash });
  const { id } = await sendCalls(config, { calls: [{ to: friend }, { to: friend }] });
  const ended = await waitForCallsStatus(config, { id, pollingInterval: 50 });

  await connect(config, { connector: theirs! });
  note();
  await switchConnection(config, { connector: ours! });
  note();
  page.ceremony.lies.reject = new AcctError("passkey_cancelled");
  const rejected = await signMessage(config, { message: "no" }).then(() => null, readFailure);
  page.ceremony.lies = {};
  await disconnect(config, { connector: ours! });
  note();

  const seen: WagmiSeen = {
    account: account!,
    signature,
    transaction: { hash, status, from },
    calls: { status: ended.status, transaction: ended.receipts![0]!.transactionHash },
    rejected,
    connections,
  };
  console.log(ANSWER + JSON.stringify(seen));
}
