import { readTypedData } from "../../account/typed_data.ts";
import { asAccount } from "./as_account.ts";
import {
  address,
  chainId,
  isPresent,
  member,
  paramsAt,
  text,
  wrong,
} from "../../protocol/check.ts";
import type { Handler } from "./context.ts";
import { messageBytes } from "./personal_sign.ts";

/**
 * Signs a message or typed data with the account of a chosen chain:
 * `[{ request: { type: "0x45" | "0x01", data }, address?, chainId?, version? }]`. It gives the
 * signature, or `{ signature }` to a request that carries ERC-7871's `version`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7871
 */
export const walletSign: Handler = async (context, params) => {
  const at = paramsAt(params, 0);
  const request = member(at, "request");
  const type = text(member(request, "type"), 16);
  const data = member(request, "data");
  const wantedChain = member(at, "chainId");
  const wantedAddress = member(at, "address");
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  const wanted = isPresent(wantedAddress) ? address(wantedAddress) : undefined;
  let signature: string;
  if (type === "0x45") {
    const message = messageBytes(member(data, "message"));
    signature = await asAccount(
      context,
      wanted,
      (account, flow) => context.ask("personal_sign", { account, chainId: chain, message }, flow),
    );
  } else if (type === "0x01") {
    const typedData = readTypedData(data);
    signature = await asAccount(
      context,
      wanted,
      (account, flow) =>
        context.ask("eth_signTypedData_v4", { account, chainId: chain, typedData }, flow),
    );
  } else {
    throw wrong(`${request.path}.type`, "must be 0x45 (message) or 0x01 (typed data)");
  }
  return isPresent(member(at, "version")) ? { signature } : signature;
};
