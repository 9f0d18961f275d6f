/** The button that asks again. @module */
import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { useSurroundings } from "./context.ts";
import { useRoom } from "./use_room.ts";

/** Asks again, after an error. */
export function Retry(
  props: {
    again: () => void;
    look?: "primary" | "secondary";
    /** Words that stood in its place. */
    room?: readonly string[];
  },
): JSX.Element {
  const { text } = useSurroundings();
  const room = useRoom(props.room);
  return (
    <Button
      look={props.look ?? "primary"}
      testid="sdk-retry"
      room={room}
      onClick={() => props.again()}
    >
      {text.retry}
    </Button>
  );
}
