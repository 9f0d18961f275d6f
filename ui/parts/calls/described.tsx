/** Describes typed data with the descriptions of the public registry. @module */
import type { JSX } from "preact";
import type { AccountView, ExplanationView } from "@sdk/core/dialog";
import { explanationTitle } from "../../meaning/intent.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Explanation } from "./explanation.tsx";

/** Section with the description of a message, under its verifying contract's name. */
export function Described(props: {
  explanation: ExplanationView;
  account: AccountView | null;
  origin: string;
  /** Verifying contract. */
  contract: string;
  /** True if the headline is its title. */
  isHeadline: boolean;
}): JSX.Element {
  const { tag } = useDialogContext();
  return (
    <section class="section" data-testid="sdk-described">
      {props.isHeadline ? null : <h2>{explanationTitle(props.explanation, tag)}</h2>}
      <div class="panel rows">
        <div class="call-detail">
          <Explanation {...props} decides />
        </div>
      </div>
    </section>
  );
}
