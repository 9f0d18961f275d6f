/** Handles the methods that read from the service and the chains. @module */
import type { MethodName } from "../../protocol/methods.ts";
import type { Address, Hex } from "../../lib/hex.ts";
import { AcctError } from "../../ground/errors.ts";
import type { MethodSchema } from "../../protocol/methods.ts";
import type { Handler, Handlers, ServiceContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import { walletGetCapabilities as walletGetCapabilitiesMethod } from "../../protocol/methods/connection/wallet_get_capabilities.ts";
import { walletGetCallsStatus as walletGetCallsStatusMethod } from "../../protocol/methods/calls/wallet_get_calls_status.ts";
import { walletRequestPermissions as walletRequestPermissionsMethod } from "../../protocol/methods/connection/wallet_request_permissions.ts";
import { walletSwitchEthereumChain as walletSwitchEthereumChainMethod } from "../../protocol/methods/connection/wallet_switch_ethereum_chain.ts";
import { walletAddEthereumChain as walletAddEthereumChainMethod } from "../../protocol/methods/connection/wallet_add_ethereum_chain.ts";

/** `eth_*` methods that would sign with a node's own keys or store state at the node. */
const refused = /^eth_(?:sign.*|sendRawTransaction|(?:un)?subscribe|.*Filter.*)$/;

/** Methods that run a call. */
const runs = /^eth_(?:call|estimateGas|createAccessList)$/;

/**
 * Forwards a read to the current chain's node.
 *
 * @throws {AcctError} `method_unsupported`, synchronously
 */
export function readChain(
  context: ServiceContext,
  method: string,
  params: unknown,
): Promise<unknown> {
  if (!/^(?:eth_\w+|web3_clientVersion)$/.test(method) || refused.test(method)) {
    // ethers matches this message to fall back to polling.
    throw new AcctError("method_unsupported", { detail: `The method ${method} does not exist.` });
  }
  const { service, signal, session } = context;
  const read = runs.test(method) ? asSponsored(params, session()?.account.address) : params;
  return service.chain(context.chainId(), method, read ?? [], signal);
}

/**
 * Removes the fee of a call that the account would send: operations have a different fee, often
 * paid by others, and a node would reject the call of an account without a balance. A call without
 * a recipient is not a call of the account either: viem creates a contract in it to verify
 * signatures.
 */
function asSponsored(params: unknown, account: Address | undefined): unknown {
  if (!Array.isArray(params)) return params;
  const [call, ...rest] = params as [Readonly<Record<string, unknown>> | null, ...unknown[]];
  if (String(call?.from).toLowerCase() !== account?.toLowerCase()) return params;
  const { gasPrice: _1, maxFeePerGas: _2, maxPriorityFeePerGas: _3, ...without } = call!;
  const { from: _from, ...deployless } = without;
  return [without.to ? without : deployless, ...rest];
}

/** Returns the capabilities of the wallet per chain. */
const walletGetCapabilities: Handler<
  "wallet_getCapabilities",
  readonly [Address | undefined, readonly Hex[] | undefined]
> = async (
  { service, signal },
  [account, chains],
) => {
  const params = chains ? [account ?? null, chains] : account ? [account] : [];
  // The service's response is forwarded unchanged.
  return await service.rpc("wallet_getCapabilities", params, signal) as MethodSchema[
    "wallet_getCapabilities"
  ]["result"];
};

/** Returns the status of a bundle; ids chosen by dApps are unique per account only. */
const walletGetCallsStatus: Handler<"wallet_getCallsStatus", string> = async (
  { session, service, signal },
  id,
) => {
  const account = session()?.account.address;
  const params = account ? [id, account] : [id];
  return await service.rpc("wallet_getCallsStatus", params, signal) as MethodSchema[
    "wallet_getCallsStatus"
  ]["result"];
};

/**
 * Makes another chain the current one.
 *
 * @throws {AcctError} `chain_unknown` if the service does not support it
 */
const walletSwitchEthereumChain: Handler<
  "wallet_switchEthereumChain",
  { readonly chainId: number }
> = async (
  context,
  { chainId },
) => {
  await requireServed(context, chainId);
  context.setChain(chainId);
  return null;
};

/**
 * Accepts a supported chain, without making it the current one.
 *
 * @throws {AcctError} `chain_unknown` if the service does not support it
 */
const walletAddEthereumChain: Handler<
  "wallet_addEthereumChain",
  { readonly chainId: number }
> = async (context, { chainId }) => {
  await requireServed(context, chainId);
  return null;
};

/** Connects, and describes that as a permission of the dApp (EIP-2255). */
const walletRequestPermissions: Handler<"wallet_requestPermissions"> = async (context) => {
  const { account } = context.session() ?? await context.connect();
  return [{
    parentCapability: "eth_accounts",
    invoker: context.origin ?? "null",
    caveats: [{ type: "restrictReturnedAccounts", value: [account.address] }],
  }];
};

/** Rejects a chain that the service does not support, or a hidden test network. */
async function requireServed(
  { service, signal, options }: ServiceContext,
  chainId: number,
): Promise<void> {
  const { chains } = await service.configuration(signal);
  const chain = chains.find(({ id }) => id === chainId);
  if (!chain || (chain.testnet && !options.showTestnets)) {
    throw new AcctError("chain_unknown", { detail: `(chain ${chainId})` });
  }
}

/** Handlers of these methods. */
export const readHandlers = {
  wallet_addEthereumChain: handle(walletAddEthereumChainMethod, walletAddEthereumChain),
  wallet_getCallsStatus: handle(walletGetCallsStatusMethod, walletGetCallsStatus),
  wallet_getCapabilities: handle(walletGetCapabilitiesMethod, walletGetCapabilities),
  wallet_requestPermissions: handle(walletRequestPermissionsMethod, walletRequestPermissions),
  wallet_switchEthereumChain: handle(walletSwitchEthereumChainMethod, walletSwitchEthereumChain),
} satisfies Partial<Handlers<MethodName>>;
