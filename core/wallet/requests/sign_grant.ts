/**
 * A grant that is signed and nothing else. It costs nothing now: whoever uses it brings it to the
 * chain. The service keeps it, so that the person can see and end it before it was ever used; a page
 * gets the signature only then.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { passkeySignature } from "../../account/signature.ts";
import { AcctError } from "../../protocol/errors.ts";
import { type Permission, toPermissionJson } from "../../permission/permission.ts";
import type { GrantRequest } from "../../permission/request.ts";
import { writable } from "../../lib/readable.ts";
import type { TokenJson } from "../../protocol/service/mod.ts";
import type { AccountRecord } from "../device/accounts.ts";
import type { ChainView, GrantPreview } from "../../dialog/request.ts";
import { askPerson } from "./ask_person.ts";
import { accountView, signDigest, type WalletContext } from "../context.ts";
import { loadPreview } from "./load_preview.ts";
import { singleStep } from "./flow.ts";
import { permissionView } from "../../reading/permission_view.ts";
import type { AskOptions } from "../../protocol/requests.ts";

/** A permission that waits for its yes. */
export interface Grant {
  /** The account that grants, with its passkey. */
  readonly record: AccountRecord;
  /** Where. */
  readonly chain: ChainView;
  /** What is granted. */
  readonly permission: Permission;
  /** Its id. */
  readonly id: Hex;
  /** The functions as the page describes them. */
  readonly described: GrantRequest["calls"];
}

/** Asks for the owner's signature of a permission, and leaves it with the service. */
export async function signGrant(
  context: WalletContext,
  { record, chain, permission, id, described }: Grant,
  options: AskOptions,
): Promise<Hex> {
  const viewWith = (tokens: readonly TokenJson[]) =>
    permissionView(permission, chain, tokens, described);
  const preview = writable<GrantPreview>({
    status: "loading",
    permission: viewWith([]),
    changes: [],
    fee: { payer: "spender" },
    warnings: [],
    revision: 0,
  });
  // What amounts are of has to be known before anybody says yes to them.
  loadPreview(preview, async () => {
    const tokens = await context.service.call("acct_getTokens", {
      chainId: numberToHex(chain.id),
      tokens: permission.spends.map(({ token }) => token),
    }, options.signal);
    return { permission: viewWith(tokens) };
  }, options.signal);
  let signature: Hex | undefined;
  return await askPerson<"wallet_grantPermissions", Hex>(context.ui, {
    method: "wallet_grantPermissions",
    flow: options.flow ?? singleStep(),
    app: context.app,
    account: accountView(record),
    chain,
    preview,
    async run(_choice, prompt) {
      if (preview.get().status !== "ready") throw new AcctError("not_ready");
      // One that the service did not take is brought again by the next click, without a prompt.
      signature ??= passkeySignature(
        BigInt(record.ownerIndex),
        await signDigest(context, record, id, prompt),
      );
      await context.service.call("acct_putGrant", {
        permission: toPermissionJson(permission, id, chain.id),
        signature,
      }, options.signal);
      return signature;
    },
  }, options.signal);
}
