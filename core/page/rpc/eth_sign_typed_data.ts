import { readTypedData } from "../../account/typed_data.ts";
import { asAccount } from "./as_account.ts";
import { address, paramsAt } from "../../protocol/check.ts";
import type { Handler } from "./context.ts";

/** Signs typed data (EIP-712): `[account, data]`, the data as JSON text or as an object. */
export const ethSignTypedData: Handler = (context, params) => {
  const wanted = address(paramsAt(params, 0));
  const typedData = readTypedData(paramsAt(params, 1));
  return asAccount(
    context,
    wanted,
    (account, flow) =>
      context.ask("eth_signTypedData_v4", { account, chainId: context.chainId(), typedData }, flow),
  );
};
