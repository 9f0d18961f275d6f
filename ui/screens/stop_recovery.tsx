/** Stops a recovery, and may remove the address that started it. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChangeOwnersChoice, ChangeOwnersPreview } from "@sdk/core/dialog";
import { Address } from "../parts/values/address.tsx";
import { useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Note } from "../parts/card/note.tsx";
import { StayingOwners } from "../parts/values/owner.tsx";
import { Row, Skeleton } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
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
        <Row label={words.startedBy} testid="sdk-owner" decides>
          {owner.address === undefined ? "?" : <Address address={owner.address} whole />}
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
