import type { Hex } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import type { CallJson } from "../../protocol/service/mod.ts";
import { untilFinal } from "../../client/confirmed.ts";
import type { ParamsOf } from "../../protocol/requests.ts";
import { asAccount } from "./as_account.ts";
import {
  address,
  type At,
  bytes,
  chainId,
  elements,
  flag,
  hash,
  isPresent,
  member,
  object,
  paramsAt,
  quantity,
  text,
  wrong,
} from "../../protocol/check.ts";
import type { Handler, RpcContext } from "./context.ts";
import { checkCapabilities, sponsorOf } from "./sponsor.ts";

/** Most calls of one batch. */
export const MAX_CALLS = 500;

/**
 * Sends calls as one atomic batch and gives `{ id }`, without waiting for the chain.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const walletSendCalls: Handler = (context, params) => {
  const at = paramsAt(params, 0);
  const version = member(at, "version");
  if (isPresent(version) && text(version, 16) !== "2.0.0") {
    throw wrong(version.path, "must be 2.0.0");
  }
  const atomic = member(at, "atomicRequired");
  if (isPresent(atomic)) flag(atomic);
  const wantedChain = member(at, "chainId");
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  const from = member(at, "from");
  const wanted = isPresent(from) ? address(from) : undefined;
  const id = member(at, "id");
  const calls = elements(member(at, "calls"), MAX_CALLS).map((call) => ({
    ...readCall(call, ["abi"]),
    ...abiOf(member(call, "capabilities")),
  }));
  if (calls.length === 0) throw wrong(`${at.path}.calls`, "must have at least one call");
  const capabilities = member(at, "capabilities");
  checkCapabilities(capabilities, ["paymasterService", "atomic", "permissions", "abi"]);
  const request = {
    chainId: chain,
    calls,
    ...abiOf(capabilities),
    ...(isPresent(id) && { id: text(id, 4096) }),
    ...permissionOf(capabilities),
    ...sponsorOf(context, capabilities, chain),
  };
  return send(context, wanted, request);
};

/** Sends one transaction and gives its hash once it is on the chain. */
export const ethSendTransaction: Handler = async (context, params) => {
  const at = paramsAt(params, 0);
  const from = member(at, "from");
  const wanted = isPresent(from) ? address(from) : undefined;
  const wantedChain = member(at, "chainId");
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  checkCapabilities(member(at, "capabilities"), ["paymasterService"]);
  const { id } = await send(context, wanted, {
    chainId: chain,
    calls: [readCall({ ...at, value: { ...object(at), capabilities: undefined } })],
    ...sponsorOf(context, member(at, "capabilities"), chain),
  });
  return await transactionHash(context, id);
};

function send(
  context: RpcContext,
  wanted: `0x${string}` | undefined,
  request: Omit<ParamsOf["wallet_sendCalls"], "account">,
): Promise<{ id: string }> {
  return asAccount(context, wanted, async (account, flow) => {
    const { id } = await context.ask("wallet_sendCalls", { account, ...request }, flow);
    return { id: request.id ?? id };
  });
}

/** One call; contracts cannot be created by the account, so `to` is required. */
export function readCall(at: At, capabilities: readonly string[] = []): CallJson {
  const to = member(at, "to");
  if (!isPresent(to)) throw wrong(to.path, "is required: an account cannot create contracts");
  const value = member(at, "value");
  const data = member(at, "data");
  const input = member(at, "input");
  checkCapabilities(member(at, "capabilities"), capabilities);
  const given = isPresent(data) ? data : input;
  return {
    to: address(to),
    value: isPresent(value) ? quantity(value) : "0x0",
    data: isPresent(given) ? bytes(given) : "0x",
  };
}

/** The page's own ABI, as it is: what shows the calls reads it. */
function abiOf(capabilities: At): { abi?: unknown } {
  const abi = isPresent(capabilities) ? member(capabilities, "abi") : capabilities;
  return isPresent(abi) ? { abi: abi.value } : {};
}

/** The permission that the connected account uses as its spender. */
export function permissionOf(capabilities: At): { permission?: Hex } {
  if (!isPresent(capabilities)) return {};
  const permissions = member(capabilities, "permissions");
  return isPresent(permissions) ? { permission: hash(member(permissions, "id")) } : {};
}

/** The hash of the transaction that carried an operation, once it is on the chain. */
async function transactionHash(context: RpcContext, id: string): Promise<string> {
  const { receipts } = await untilFinal(context.service, id, context.signal);
  const hash = receipts?.[0]?.transactionHash;
  if (hash === undefined) throw new AcctError("operation_refused", { detail: "It never landed." });
  return hash;
}
