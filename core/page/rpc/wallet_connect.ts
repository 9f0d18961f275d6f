import { numberToHex } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import { readSiwe } from "../../siwe/request.ts";
import {
  type At,
  chainId,
  isPresent,
  member,
  object,
  paramsAt,
  wrong,
} from "../../protocol/check.ts";
import type { Asked, Handler, RpcContext } from "./context.ts";

/**
 * Connects with capabilities (ERC-7846):
 * `[{ capabilities: { signInWithEthereum, subnameTextRecords } }]`. Where a new account got a name
 * below the page's ENS domain, its entry carries `capabilities.subname.name`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7846
 */
export const walletConnect: Handler = async (context, params) => {
  const { account, siwe, ens } = await context.connect(readAsked(context, paramsAt(params, 0)));
  return {
    accounts: [{
      address: account.address,
      capabilities: {
        ...(siwe && { signInWithEthereum: siwe }),
        ...(ens && { subname: { name: ens } }),
      },
    }],
    chainId: numberToHex(context.chainId()),
  };
};

/** Capabilities that `wallet_connect` understands. */
const capabilities = /^(signInWithEthereum|subnameTextRecords)$/;

function readAsked(context: RpcContext, request: At): Asked {
  const asked = isPresent(request) ? member(request, "capabilities") : request;
  if (!isPresent(asked)) return {};
  for (const [name, value] of Object.entries(object(asked))) {
    const optional = (value as { optional?: unknown } | null)?.optional === true;
    if (!capabilities.test(name) && !optional) {
      throw new AcctError("capability_unsupported", { field: `${asked.path}.${name}` });
    }
  }
  const siwe = member(asked, "signInWithEthereum");
  const texts = member(asked, "subnameTextRecords");
  if (isPresent(texts) && !context.options.ens) throw wrong(texts.path, "needs the option ens");
  return {
    siwe: isPresent(siwe) ? readSiwe(siwe, context.origin, chainId) : undefined,
    texts: texts.value,
  };
}
