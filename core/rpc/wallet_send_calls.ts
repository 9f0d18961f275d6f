import { AcctError } from "../errors.ts";
import type { CallJson } from "../service/protocol.ts";
import type { ParamsOf } from "../wallet/wallet.ts";
import { asAccount } from "./as_account.ts";
import {
  address,
  type At,
  bytes,
  chainId,
  elements,
  flag,
  isPresent,
  member,
  object,
  paramsAt,
  quantity,
  text,
  wrong,
} from "../check.ts";
import type { Handler, RpcContext } from "./context.ts";

/** Most calls of one batch. */
const MAX_CALLS = 500;

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
  const calls = elements(member(at, "calls"), MAX_CALLS).map(readCall);
  if (calls.length === 0) throw wrong(`${at.path}.calls`, "must have at least one call");
  const request = {
    chainId: chain,
    calls,
    ...(isPresent(id) && { id: text(id, 4096) }),
    ...sponsorOf(context, member(at, "capabilities"), chain),
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
  const { id } = await send(context, wanted, {
    chainId: chain,
    calls: [readCall(at)],
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
function readCall(at: At): CallJson {
  const to = member(at, "to");
  if (!isPresent(to)) throw wrong(to.path, "is required: an account cannot create contracts");
  const value = member(at, "value");
  const data = member(at, "data");
  const input = member(at, "input");
  checkCapabilities(member(at, "capabilities"), []);
  const given = isPresent(data) ? data : input;
  return {
    to: address(to),
    value: isPresent(value) ? quantity(value) : "0x0",
    data: isPresent(given) ? bytes(given) : "0x",
  };
}

/** The sponsor: the call's own capability, then the chain's paymaster, then none. */
function sponsorOf(
  context: RpcContext,
  capabilities: At,
  chain: number,
): Pick<ParamsOf["wallet_sendCalls"], "paymaster"> {
  checkCapabilities(capabilities, ["paymasterService", "atomic"]);
  const service = isPresent(capabilities) ? member(capabilities, "paymasterService") : undefined;
  if (service !== undefined && isPresent(service)) {
    const url = text(member(service, "url"), 2048);
    if (URL.parse(url) === null) throw wrong(`${service.path}.url`, "must be an absolute URL");
    const given = member(service, "context");
    return { paymaster: { url, ...(isPresent(given) && { context: object(given) }) } };
  }
  const paymaster = context.options.paymasters?.[chain];
  if (paymaster === undefined) return {};
  const { url, context: given } = paymaster;
  return { paymaster: { url, ...(given !== undefined && { context: given }) } };
}

/** Refuses capabilities that are neither known nor optional. */
function checkCapabilities(at: At, known: readonly string[]): void {
  if (!isPresent(at)) return;
  for (const [name, value] of Object.entries(object(at))) {
    const optional = (value as { optional?: unknown } | null)?.optional === true;
    if (!known.includes(name) && !optional) {
      throw new AcctError("capability_unsupported", {
        field: `${at.path}.${name}`,
        detail: `(${name})`,
      });
    }
  }
}

/** Asks for the status, ever more slowly, until the transaction is known. */
async function transactionHash(context: RpcContext, id: string): Promise<string> {
  for (let wait = 150;; wait = Math.min(wait * 1.5, 3000)) {
    const { status, receipts } = await context.service.call(
      "wallet_getCallsStatus",
      id,
      context.signal,
    );
    const hash = receipts?.[0]?.transactionHash;
    if (hash !== undefined) return hash;
    if (status === 400) throw new AcctError("operation_refused", { detail: "It never landed." });
    await pause(wait, context.signal);
  }
}

/** Waits, unless the request ends first. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new AcctError("aborted"));
    const onAbort = () => {
      clearTimeout(timer);
      reject(new AcctError("aborted"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
