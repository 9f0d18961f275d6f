/**
 * The owners of the connected account. Pages see them; changing them is for the wallet's own page, and
 * in AppSpecific mode for the app, whose passkeys they are.
 *
 * @module
 */
import { exportAccount } from "../../account/record.ts";
import { address, bytes, isPresent, member, paramsAt, wrong } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { chainsView, ownersView, readOwners } from "../../account/owners_view.ts";
import { asAccount } from "./as_account.ts";
import type { Handler, RpcContext } from "./context.ts";

/** The owners, and how far each chain is with changes of them: `[]`. */
export const acctGetOwners: Handler = async (context) => {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  return ownersView(await readOwners(context.service, session.account, context.signal));
};

/** All that is needed to use the account without us, without anything secret: `[]`. */
export const acctExportAccount: Handler = async (context) => {
  const session = context.session();
  if (session === null) throw new AcctError("unauthorized");
  const { account } = session;
  const { result } = await readOwners(context.service, account, context.signal);
  const used = chainsView(result).filter((_, index) => result.chains[index]!.deployed === true);
  return exportAccount(account, result.changes, used);
};

/** Adds another passkey: `[]`. AppSpecific mode only. */
export const acctAddPasskey: Handler = (context) => {
  ownPage(context);
  return asAccount(
    context,
    undefined,
    (account, flow) =>
      context.ask("acct_addPasskey", { account, chainId: context.chainId() }, flow),
  );
};

/** Adds an address as an owner, to recover the account by: `[{ owner }]`. AppSpecific mode only. */
export const acctAddRecoveryAddress: Handler = (context, params) => {
  ownPage(context);
  const owner = address(member(paramsAt(params, 0), "owner"));
  return asAccount(
    context,
    undefined,
    (account, flow) =>
      context.ask("acct_changeOwners", {
        account,
        chainId: context.chainId(),
        change: { kind: "add", address: owner },
      }, flow),
  );
};

/** Removes an owner by its bytes, on every chain: `[{ owner }]`. AppSpecific mode only. */
export const acctRemoveOwner: Handler = (context, params) => {
  ownPage(context);
  const at = member(paramsAt(params, 0), "owner");
  if (!isPresent(at)) throw wrong(at.path, "is required");
  const owner = bytes(at);
  if (owner.length !== 66 && owner.length !== 130) {
    throw wrong(at.path, "must be 32 bytes (an address) or 64 (a key)");
  }
  return asAccount(
    context,
    undefined,
    (account, flow) =>
      context.ask("acct_changeOwners", {
        account,
        chainId: context.chainId(),
        change: { kind: "remove", owner },
      }, flow),
  );
};

function ownPage({ options }: RpcContext): void {
  if (options.mode === "AppSpecific") return;
  throw new AcctError("method_unsupported", {
    detail: `Passkeys are added and removed on the wallet's own page, ${options.keysUrl}.`,
  });
}
