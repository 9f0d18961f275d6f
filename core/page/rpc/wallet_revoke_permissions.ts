import { address, chainId, hash, isPresent, member, paramsAt } from "../../protocol/check.ts";
import { asAccount } from "./as_account.ts";
import type { Handler } from "./context.ts";
import { checkCapabilities, sponsorOf } from "./sponsor.ts";

/**
 * Ends a permission for ever and waits until the chain has done it:
 * `[{ id, address?, chainId?, capabilities? }]` gives `{ success: true }`.
 */
export const walletRevokePermissions: Handler = (context, params) => {
  const at = paramsAt(params, 0);
  const id = hash(member(at, "id"));
  const wantedAddress = member(at, "address");
  const wantedChain = member(at, "chainId");
  const capabilities = member(at, "capabilities");
  checkCapabilities(capabilities, ["paymasterService"]);
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  const sponsor = sponsorOf(context, capabilities, chain);
  return asAccount(
    context,
    isPresent(wantedAddress) ? address(wantedAddress) : undefined,
    (account, flow) =>
      context.ask("wallet_revokePermissions", { account, chainId: chain, id, ...sponsor }, flow),
  );
};
