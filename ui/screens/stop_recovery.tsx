/** Stops a recovery, and may remove the address that started it. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChangeOwnersChoice, ChangeOwnersPreview } from "@sdk/core/dialog";
import { Button } from "../parts/controls/button.tsx";
import { Address } from "../parts/values/address.tsx";
import { useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Note } from "../parts/card/note.tsx";
import { StayingOwners } from "../parts/values/owner.tsx";
import { Fold, Skeleton } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { fromNow } from "../text/from_now.ts";
import { list, moment } from "../text/numbers.ts";
import type { ScreenProps } from "./screen.ts";

/** Screen of a recovery to stop. */
export function StopRecoveryScreen(
  props: ScreenProps<ChangeOwnersPreview, ChangeOwnersChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { tag } = useDialogContext();
  const words = useWords("recovery");
  const preview = useReadable(request.preview);
  const [remove, setRemove] = useState(false);
  const { owner, recovery } = preview;
  const late = recovery?.late ?? [];
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={words.stop.title}
      intro={words.stop.intro}
      action={words.stop.action}
      protects
      revision={`${remove} ${recovery?.readyAt}`}
      onConfirm={() => onApprove(remove ? { remove } : {})}
      out={
        <Button look="secondary" testid="sdk-cancel" onClick={onReject}>
          {words.stop.keep}
        </Button>
      }
      notes={
        <>
          {late.length === 0
            ? null
            : <Note level="warning" words={words.late(list(late, tag))} testid="sdk-stop-late" />}
          <label class="check">
            <input
              type="checkbox"
              data-testid="sdk-stop-remove"
              checked={remove}
              disabled={phase.name !== "review"}
              onChange={(event) => setRemove(event.currentTarget.checked)}
            />
            <span>
              {words.remove}
              <small class="block" data-testid={remove ? "sdk-stop-removes" : "sdk-stop-stays"}>
                {remove ? words.removed : recovery?.several === true ? words.blocked : words.stays}
              </small>
            </span>
          </label>
        </>
      }
    >
      <Fold
        label={words.startedBy}
        value={owner.address === undefined ? "?" : <Address address={owner.address} />}
        open={remove}
      >
        {owner.address === undefined
          ? null
          : (
            <p data-testid="sdk-owner" data-decides={remove ? "" : undefined}>
              <Address address={owner.address} whole plain />
            </p>
          )}
      </Fold>
      <Fold
        label={words.takesEffect}
        value={recovery === undefined ? <Skeleton width="6em" /> : fromNow(recovery.readyAt, tag)}
        testid="sdk-recovery-time"
      >
        {recovery === undefined ? null : (
          <p class="small" data-testid="sdk-recovery-networks">
            {moment(BigInt(recovery.readyAt), tag) ?? "?"}
            <span class="block muted">{list(recovery.chains, tag)}</span>
          </p>
        )}
      </Fold>
      {remove && preview.staying !== undefined
        ? (
          <dl class="panel rows">
            <StayingOwners owners={preview.staying} />
          </dl>
        )
        : null}
    </DecisionFrame>
  );
}
