/**
 * Merges the sites, grants, names and friends of an account with the data that the service stores for
 * its passkeys.
 * A browser without a secret of the account's passkeys shares nothing.
 *
 * @module
 */
import { createServiceClient, type ServiceOptions } from "../../core/client/client.ts";
import { toBase64Url } from "../../core/lib/base64url.ts";
import type { Address } from "../../core/lib/hex.ts";
import type { Storage } from "../../core/lib/storage.ts";
import { memberOf } from "../../core/passkey/browser/answer.ts";
import { bytesOf } from "../../core/passkey/bytes.ts";
import { accountBook } from "../../core/wallet/device/accounts.ts";
import { grantBook } from "../../core/wallet/device/grants.ts";
import { siteBook } from "../../core/wallet/device/sites.ts";
import { friendBook, helpedBook } from "../../core/wallet/device/friends.ts";
import { merge, pack, type Shared, unpack } from "./merge.ts";
import { readOutput } from "./output.ts";
import { openData, readSecret, sealData } from "./sealed.ts";
import { secretBook } from "./secrets.ts";

/** Options of {@linkcode sync}. */
export interface SyncOptions {
  readonly reach: ServiceOptions;
  readonly storage: Storage;
  /** Credentials of prompts since the last run; they are removed. */
  readonly answers: object[];
  readonly account: Address;
}

/** The last run. Two runs at a time would replace each other's data. */
let last: Promise<unknown> = Promise.resolve();

/** Shares the sites of an account; resolves with true if the sites of this device changed. */
export function sync(options: SyncOptions): Promise<boolean> {
  const run = last.then(() => syncNow(options));
  last = run.catch(() => {});
  return run;
}

async function syncNow({ reach, storage, answers, account }: SyncOptions): Promise<boolean> {
  const [accounts, secrets] = [accountBook(storage), secretBook(storage)];
  for (const answer of answers.splice(0)) {
    const [id, secret] = [bytesOf(memberOf(answer, "rawId")), readOutput(answer)];
    if (id === null || secret === null) continue;
    // The wallet has verified the response of a passkey that it stores.
    const credentialId = toBase64Url(id);
    if (accounts.of(credentialId) !== undefined) secrets.put({ credentialId, secret });
  }
  const isOwn = (credentialId: string) =>
    accounts.of(credentialId)?.account.address.toLowerCase() === account.toLowerCase();
  // The window of a site may close during the request.
  const { fetch: send = fetch } = reach;
  const service = createServiceClient({
    ...reach,
    fetch: (url, init) => send(url, { ...init, keepalive: true }),
  });
  const before = pack(read(storage, account));
  for (
    const { credentialId, secret } of secrets.list().filter((each) => isOwn(each.credentialId))
  ) {
    const { token, key } = await readSecret(secret);
    const { data } = await service.call("acct_getSyncedData", { token });
    const text = data === null ? null : await openData(key, account, data);
    // The user may have signed out in the meantime.
    if (!isOwn(credentialId)) return false;
    const other = unpack(text, account);
    const merged = merge(read(storage, account), other, Math.floor(Date.now() / 1000));
    siteBook(storage).replace(account, merged.sites);
    grantBook(storage).replace(account, merged.grants);
    for (const { id, name, at } of merged.names) {
      const record = accounts.of(id);
      if (record === undefined || !isOwn(id) || (record.renamed ?? 0) > at) continue;
      accounts.put({ ...record, name, renamed: at });
    }
    friendBook(storage).replace(account, merged.friends);
    helpedBook(storage).replace(account, merged.helped);
    const next = pack(merged);
    if (next !== pack(other)) {
      await service.call("acct_putSyncedData", { token, data: await sealData(key, account, next) });
    }
  }
  return pack(read(storage, account)) !== before;
}

/** Reads the sites, grants, names and friends of an account on this device. */
function read(storage: Storage, account: Address): Shared {
  const names = accountBook(storage).list().flatMap((record) =>
    record.renamed === undefined ||
      record.account.address.toLowerCase() !== account.toLowerCase()
      ? []
      : [{ id: record.credentialId, name: record.name, at: record.renamed }]
  );
  return {
    sites: siteBook(storage).entries(account),
    grants: grantBook(storage).of(account),
    names,
    friends: friendBook(storage).of(account),
    helped: helpedBook(storage).of(account),
  };
}
