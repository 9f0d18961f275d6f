/** Describes an address: contact, verified name, and whether it was paid before. @module */
import type { JSX } from "preact";
import type { PartyView } from "@sdk/core/dialog";
import { count } from "../../text/numbers.ts";
import { useDialogContext, useWords } from "../hooks/context.ts";

/** One line above an address; a name that loads later is added without moving other content. */
export function Party(props: { party: PartyView }): JSX.Element {
  const { tag } = useDialogContext();
  const words = useWords("party");
  const { contact, name, paid } = props.party;
  const known = contact ?? name;
  const history = paid === 0 ? words.first : words.times(paid, count(paid, tag));
  return (
    <span class="party" data-testid="sdk-who">
      {known === undefined ? null : (
        <bdi class="party-name" title={known} key={known}>
          {known}
        </bdi>
      )}
      <small key={history}>{history}</small>
    </span>
  );
}
