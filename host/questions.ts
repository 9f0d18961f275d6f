/** What the home page asks the person. A no changes nothing, and dialogs say of errors themselves. @module */
import type { AccountRecord } from "../core/wallet/device/accounts.ts";
import type { Device } from "./device.ts";
import type { OwnerWish } from "./parts/owners.tsx";
import type { Revocation } from "./parts/permissions.tsx";
import { serviceUrl } from "./service_url.ts";

const options = () => ({ signal: new AbortController().signal });

/** Asks for an account to show; whether there is one. */
export async function signIn({ service, wallet }: Device): Promise<boolean> {
  // Without the service the dialog says so, and tries again.
  const chains = await service.configuration().then(({ chains }) => chains, () => []);
  const question = { chainId: chains[0]?.id ?? 1, testnets: true };
  return await wallet.ask("wallet_connect", question, options()).then(() => true, () => false);
}

/** Takes back one permission, or all of its chain. */
export async function revoke(
  { wallet }: Device,
  { account }: AccountRecord,
  { chain, id }: Revocation,
): Promise<void> {
  const url = `${serviceUrl(location)}/v1/paymaster/${chain.id}`;
  await wallet.ask("wallet_revokePermissions", {
    account: account.address,
    chainId: chain.id,
    id,
    ...(chain.sponsored && { paymaster: { url } }),
  }, options()).catch(() => {});
}

/** Asks for a change of owners. */
export async function changeOwners(
  { service, wallet }: Device,
  { account: { address: account } }: AccountRecord,
  wish: OwnerWish,
): Promise<void> {
  try {
    const [chain] = (await service.configuration()).chains;
    const at = { account, chainId: chain!.id };
    if (wish.kind === "passkey") await wallet.ask("acct_addPasskey", at, options());
    else {
      const change = wish.kind === "address"
        ? { kind: "add", address: wish.address } as const
        : { kind: "remove", owner: wish.owner.owner } as const;
      await wallet.ask("acct_changeOwners", { ...at, change }, options());
    }
  } catch { /* the dialog has said why */ }
}
