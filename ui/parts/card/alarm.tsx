/** Alarm of a waiting recovery, with a button that opens the dialog to stop it. @module */
import type { JSX } from "preact";
import { moment } from "../../text/numbers.ts";
import { Button } from "../controls/button.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Note } from "./note.tsx";

/** Alarm of the dialog's account. */
export function Alarm(): JSX.Element | null {
  const { alarm, tag } = useDialogContext();
  const words = useWords("recovery");
  if (alarm === undefined) return null;
  const { account, recovery } = alarm.view;
  return (
    <Note
      level="danger"
      words={words.alarm(
        moment(BigInt(recovery.readyAt), tag) ?? "?",
        alarm.isNamed ? account.name ?? account.address : undefined,
      )}
      testid="sdk-recovering"
    >
      <Button
        look="secondary"
        testid="sdk-stop-recovery"
        disabled={alarm.onStop === undefined}
        onClick={() => alarm.onStop?.()}
      >
        {words.stop.action}
      </Button>
    </Note>
  );
}
