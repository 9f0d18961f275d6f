/** Page that adds a recovery address. @module */
import type { VNode } from "preact";
import { changeOwners } from "../device/prompts.ts";
import { RecipientForm } from "../money/recipient_form.tsx";
import type { Loaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import type { RoomProps } from "../parts/room.ts";
import { go, hashOf } from "../parts/route.ts";
import type { LoadedOwners } from "./load.ts";

/** Maximum number of offered contacts. */
const MAX_OFFERED = 8;

/** Form for the address: typed in full, a contact, or an ENS name. */
export function Recovery(props: RoomProps & { owners: Loaded<LoadedOwners> }): VNode {
  const { device, record, text, owners } = props;
  return (
    <Page title={text.addRecovery} text={text} back="security" testid="home-recovery-page">
      <RecipientForm
        {...props}
        chainId={null}
        label={text.sendHint}
        testid="home-recovery"
        offer={device.contacts.list().slice(0, MAX_OFFERED)}
        intro={
          <>
            <p>{text.addRecoveryLine}</p>
            <p class="note">{text.addRecoveryRules}</p>
          </>
        }
        submit={{ text: text.add, testid: "home-add-recovery", class: "primary wide" }}
        onSubmit={async ({ address }) => {
          const added = await changeOwners(device, record, { kind: "address", address });
          owners.refresh();
          if (added) go("security");
          return added;
        }}
      />
      <p class="note center">
        {text.noRecoveryAddress}{" "}
        <a href={hashOf("friend")} data-testid="home-recovery-friend">{text.askFriend}</a>
      </p>
    </Page>
  );
}
