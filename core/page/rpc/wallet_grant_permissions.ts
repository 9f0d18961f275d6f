import { address, chainId, isPresent, member, paramsAt } from "../../protocol/check.ts";
import { readGrant } from "../../permission/request.ts";
import { asAccount } from "./as_account.ts";
import type { Handler } from "./context.ts";
import { checkCapabilities, sponsorOf } from "./sponsor.ts";

/**
 * Grants a permission and waits until the chain has it:
 * `[{ expiry, spender, permissions: { calls?, spends? }, address?, chainId?, capabilities?,
 * deferred? }]`. With `deferred` a signature is enough where the account takes permissions already:
 * the result has it, and it is brought to the chain by the first use.
 */
export const walletGrantPermissions: Handler = (context, params) => {
  const at = paramsAt(params, 0);
  const grant = readGrant(at);
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
      context.ask(
        "wallet_grantPermissions",
        { account, chainId: chain, ...grant, ...sponsor },
        flow,
      ),
  );
};
