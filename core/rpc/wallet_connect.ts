import { numberToHex } from "viem";
import { AcctError } from "../errors.ts";
import { readSiwe } from "../siwe/request.ts";
import type { SiweRequest } from "../wallet/wallet.ts";
import { type At, chainId, isPresent, member, object, paramsAt } from "../check.ts";
import type { Handler, RpcContext } from "./context.ts";

/** Connects, unless the page is connected, and gives the accounts (EIP-1102). */
export const ethRequestAccounts: Handler = async (context) => {
  const session = context.session();
  if (session !== null) return [session.account.address];
  const { account } = await context.connect();
  return [account.address];
};

/**
 * Connects with capabilities (ERC-7846): `[{ capabilities: { signInWithEthereum } }]`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7846
 */
export const walletConnect: Handler = async (context, params) => {
  const siwe = siweOf(context, paramsAt(params, 0));
  const { account, siwe: signed } = await context.connect(siwe);
  return {
    accounts: [{
      address: account.address,
      capabilities: signed === undefined ? {} : { signInWithEthereum: signed },
    }],
    chainId: numberToHex(context.chainId()),
  };
};

/** Ends the session. */
export const walletDisconnect: Handler = (context) => {
  context.disconnect();
  return Promise.resolve(null);
};

/** Capabilities that `wallet_connect` understands. */
const capabilities = ["signInWithEthereum"];

function siweOf(context: RpcContext, request: At): SiweRequest | undefined {
  if (!isPresent(request)) return undefined;
  const asked = member(request, "capabilities");
  if (!isPresent(asked)) return undefined;
  for (const [name, value] of Object.entries(object(asked))) {
    const optional = (value as { optional?: unknown } | null)?.optional === true;
    if (!capabilities.includes(name) && !optional) {
      throw new AcctError("capability_unsupported", { field: `${asked.path}.${name}` });
    }
  }
  const siwe = member(asked, "signInWithEthereum");
  if (!isPresent(siwe)) return undefined;
  return readSiwe(siwe, context.origin, chainId);
}
