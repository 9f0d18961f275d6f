/** Button that retries. @module */
import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { useStableWidth } from "../hooks/use_stable_width.ts";

/** Retries after an error. */
export function Retry(
  props: {
    again: () => void;
    look?: "primary" | "secondary";
    /** Labels of the button that it replaces. */
    room?: readonly string[];
    /** Label. Default: "Try again". */
    label?: string | undefined;
  },
): JSX.Element {
  const { text } = useDialogContext();
  const room = useStableWidth(props.room);
  return (
    <Button
      look={props.look ?? "primary"}
      testid="sdk-retry"
      room={room}
      onClick={() => props.again()}
    >
      {props.label ?? text.retry}
    </Button>
  );
}
