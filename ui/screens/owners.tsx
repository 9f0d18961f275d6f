/** Changes of owners: another passkey, a recovery address, a removal. @module */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { MAX_ACCOUNT_NAME_LENGTH, type OwnerChainView, type OwnerView } from "@sdk/core/dialog";
import { Address } from "../parts/address.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { useDialogContext } from "../parts/context.ts";
import { Decision } from "../parts/decision.tsx";
import { Frame } from "../parts/frame.tsx";
import { Note } from "../parts/note.tsx";
import { Row } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { AddPasskeyProps, ChangeOwnersProps } from "./screens.ts";

/** Screen of `acct_addPasskey`. */
export function AddPasskeyScreen(props: AddPasskeyProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [name, setName] = useState("");
  const id = useId();
  const busy = phase.name !== "review";
  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      bottom={
        <Decision
          preview={preview}
          phase={phase}
          onReject={onReject}
          words={[text.addPasskeyAction]}
          out={
            <Button
              look="secondary"
              testid="sdk-skip"
              disabled={busy}
              onClick={() => onApprove({ kind: "skip" })}
            >
              {preview.offered ? text.later : text.cancel}
            </Button>
          }
        >
          <Confirm
            ready={preview.status === "ready"}
            busy={busy}
            revision=""
            onConfirm={() => onApprove({ kind: "create", name: name.trim() })}
          >
            {text.addPasskeyAction}
          </Confirm>
        </Decision>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{text.addPasskeyTitle}</h1>
        <p class="muted small">
          {preview.offered ? text.addPasskeyOffer : text.addPasskeyIntro}
        </p>
      </div>
      <div class="field">
        <label for={id}>{text.passkeyName}</label>
        <input
          id={id}
          part="input"
          type="text"
          maxLength={MAX_ACCOUNT_NAME_LENGTH}
          autocomplete="off"
          value={name}
          placeholder={text.passkeyNameHint}
          disabled={busy}
          data-testid="sdk-passkey-name"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
    </Frame>
  );
}

/** Screen of `acct_changeOwners`. */
export function ChangeOwnersScreen(props: ChangeOwnersProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const busy = phase.name !== "review";
  const { owner, kind } = preview;
  const adds = kind === "add";
  const words = adds
    ? owner.kind === "passkey" ? text.ownerAddPasskey : text.ownerAddAddress
    : text.ownerRemove;
  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      bottom={
        <Decision
          preview={preview}
          phase={phase}
          onReject={onReject}
          words={[words.action]}
          notes={
            <>
              {adds ? null : <Chains chains={preview.chains} />}
              {adds && owner.kind === "address"
                ? <Note level="warning" words={text.ownerAddressRisk} testid="sdk-owner-risk" />
                : null}
              {!adds && owner.here
                ? <Note level="danger" words={text.ownerRemoveHere} testid="sdk-owner-here" />
                : null}
            </>
          }
        >
          <Confirm
            ready={preview.status === "ready"}
            busy={busy}
            revision={owner.owner}
            onConfirm={() => onApprove({})}
          >
            {words.action}
          </Confirm>
        </Decision>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{words.title}</h1>
        <p class="muted small">{words.intro}</p>
      </div>
      <dl class="panel rows">
        <Row label={owner.kind === "passkey" ? text.passkey : text.address} testid="sdk-owner">
          <Owner owner={owner} />
        </Row>
      </dl>
    </Frame>
  );
}

/** One owner. */
function Owner({ owner }: { owner: OwnerView }): JSX.Element {
  const { text } = useDialogContext();
  if (owner.address !== undefined) return <Address address={owner.address} />;
  return owner.name === undefined
    ? <bdi dir="ltr" class="mono">{`${owner.owner.slice(0, 10)}…${owner.owner.slice(-8)}`}</bdi>
    : <bdi>{owner.here ? text.passkeyHere(owner.name) : owner.name}</bdi>;
}

/** Chains where the owner stays valid until the removal is applied there. */
function Chains({ chains }: { chains: readonly OwnerChainView[] }): JSX.Element | null {
  const { text } = useDialogContext();
  const slow = chains.filter(({ state }) => state === "waiting" || state === "down");
  if (slow.length === 0) return null;
  const names = slow.map(({ name }) => name).join(", ");
  return (
    <Note
      level="warning"
      words={{ title: text.ownerStillValid, body: text.ownerStillValidOn(names) }}
      testid="sdk-owner-chains"
    />
  );
}
