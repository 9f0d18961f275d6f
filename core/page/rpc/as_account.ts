/** Runs a request as the connected account, connecting on the way where there is none. @module */
import { type Address, isAddressEqual } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import type { Flow, RpcContext } from "./context.ts";

/**
 * Calls `run` with the connected account. Without a session it connects first, as the first step of
 * the same flow. Nothing is awaited with a session, so a popup can open in the click.
 *
 * @throws {AcctError} `unauthorized` if `wanted` is another account than the connected one
 */
export function asAccount<T>(
  context: RpcContext,
  wanted: Address | undefined,
  run: (account: Address, flow?: Flow) => Promise<T>,
): Promise<T> {
  const allow = (account: Address) => {
    if (wanted !== undefined && !isAddressEqual(wanted, account)) {
      throw new AcctError("unauthorized", { detail: `(${wanted})` });
    }
    return account;
  };
  const session = context.session();
  if (session !== null) return run(allow(session.account.address));
  const flow = { id: crypto.randomUUID(), step: 1, steps: 2 };
  return context.connect(undefined, flow).then(({ account }) =>
    run(allow(account.address), { ...flow, step: 2 })
  );
}
