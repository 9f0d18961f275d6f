/** Shows one account: balances, activity, permissions, owners and sites. @module */
import type { VNode } from "preact";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { OwnersView } from "../../core/dialog/owners.ts";
import { ownersView, readOwners } from "../../core/account/owners/view.ts";
import type { Device } from "../device.ts";
import { listPermissions } from "../permissions.ts";
import { changeOwners, revoke, updateAccount } from "../prompts.ts";
import type { HomeText } from "../text.ts";
import { Activity } from "./activity.tsx";
import { Balances } from "./balances.tsx";
import { Notices } from "./notices.tsx";
import { Owners } from "./owners.tsx";
import { Permissions } from "./permissions.tsx";
import { Sites } from "./sites.tsx";
import { Updates } from "./updates.tsx";

/** Account with its sections. */
export function Account(props: {
  device: Device;
  record: AccountRecord;
  /** Called after the device's accounts changed. */
  changed: () => void;
  text: HomeText;
  tag: string;
}): VNode {
  const { device, record, text, tag } = props;
  const { service, book, sites } = device;
  const shown = { record, text, tag };
  const loadOwners = async (): Promise<OwnersView> =>
    ownersView(
      await readOwners(service, record.account, { owner: record.publicKey }),
      book.list(),
      record,
    );
  const rename = (owner: string, name: string) => {
    const named = book.list().find(({ publicKey }) => publicKey.toLowerCase() === owner);
    if (named === undefined) return;
    book.put({ ...named, name });
    props.changed();
  };
  return (
    <section class="account" data-testid="home-account">
      <h2>
        <bdi>{record.ens ?? record.name}</bdi>
      </h2>
      <code>{record.account.address}</code>
      <Updates
        record={record}
        text={text}
        load={async () => (await loadOwners()).chains}
        update={(chainId) => updateAccount(device, record, chainId)}
      />
      <Balances {...shown} service={service} tokens={device.tokens} />
      <Activity {...shown} service={service} />
      <Permissions
        {...shown}
        load={() => listPermissions(service, record.account.address)}
        revoke={(what) => revoke(device, record, what)}
      />
      <Sites {...shown} sites={sites} />
      <Notices device={device} record={record} text={text} />
      <Owners
        record={record}
        text={text}
        load={loadOwners}
        change={(request) => changeOwners(device, record, request)}
        rename={({ owner }, name) => rename(owner, name)}
      />
    </section>
  );
}
