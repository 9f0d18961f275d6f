/** Emits events of a dApp's own requests at once, before the service's stream has them. @module */
import { numberToHex } from "viem";
import type { DialogMethod } from "../dialog/types.ts";
import type { ParamsOf, ResultOf } from "../protocol/requests.ts";
import type { PageSession } from "./session/page_session.ts";

type Emitters = {
  readonly [M in DialogMethod]?: (
    emit: PageSession["emit"],
    params: ParamsOf[M],
    result: ResultOf[M],
  ) => void;
};

const emitters: Emitters = {
  wallet_sendCalls(emit, { account, chainId }) {
    emit("assetsChanged", { address: account, chainIds: [numberToHex(chainId)] });
  },
  wallet_grantPermissions(emit, _params, { account, chainId, permissionId }) {
    emit("permissionsChanged", { address: account, chainId, id: permissionId });
  },
  wallet_revokePermissions(emit, { account, chainId, id }) {
    emit("permissionsChanged", {
      address: account,
      chainId: numberToHex(chainId),
      ...(id !== null && { id }),
    });
  },
};

/** Emits the events of a request that succeeded. */
export function emitEventsFor<M extends DialogMethod>(
  emit: PageSession["emit"],
  method: M,
  params: ParamsOf[M],
  result: ResultOf[M],
): void {
  emitters[method]?.(emit, params, result);
}
