/** Stops a recovery, and may remove the address that started it. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Address } from "../parts/address.tsx";
import { useDialogContext, useWords } from "../parts/context.ts";
import { DecisionFrame } from "../parts/decision_frame.tsx";
import { Note } from "../parts/note.tsx";
import { StayingOwners } from "../parts/owner.tsx";
import { Row, Skeleton } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import { list, moment } from "../text/numbers.ts";
import type { ChangeOwnersProps } from "./screens.ts";

/** Screen of a recovery to stop. */
export function StopRecoveryScreen(props: ChangeOwnersProps): JSX.Element {
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
      notes={
        <>
          {late.length === 0
            ? null
            : <Note level="warning" words={words.late(list(late, tag))} testid="sdk-stop-late" />}
          <Note
            level={recovery?.several === true && !remove ? "warning" : "info"}
            words={remove
              ? words.removed
              : recovery?.several === true
              ? words.blocked
              : words.stays}
            testid={remove ? "sdk-stop-removes" : "sdk-stop-stays"}
          >
            <label class="check">
              <input
                type="checkbox"
                data-testid="sdk-stop-remove"
                checked={remove}
                disabled={phase.name !== "review"}
                onChange={(event) => setRemove(event.currentTarget.checked)}
              />
              <span>{words.remove}</span>
            </label>
          </Note>
        </>
      }
    >
      <dl class="panel rows">
        <Row label={words.startedBy} testid="sdk-owner">
          {owner.address === undefined ? "?" : <Address address={owner.address} />}
        </Row>
        <Row label={words.takesEffect} testid="sdk-recovery-time">
          {recovery === undefined
            ? <Skeleton width="9em" />
            : moment(BigInt(recovery.readyAt), tag) ?? "?"}
        </Row>
        <Row label={words.networks} testid="sdk-recovery-networks">
          {recovery === undefined ? <Skeleton width="6em" /> : list(recovery.chains, tag)}
        </Row>
        {remove && preview.staying !== undefined
          ? <StayingOwners owners={preview.staying} />
          : null}
      </dl>
    </DecisionFrame>
  );
}
