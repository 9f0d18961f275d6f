/** Shows the sign-in that a connection includes. @module */
import type { JSX } from "preact";
import type { ConnectPreview } from "@sdk/core/dialog";
import { moment } from "../../text/numbers.ts";
import { useDialogContext, useWords } from "../hooks/context.ts";

/** Notice that connecting also signs in, with the domain. */
export function SignIn(props: { preview: ConnectPreview }): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const words = useWords("signIn");
  const { siwe } = props.preview;
  if (siwe === undefined) return null;
  return (
    <div class="panel rows" data-testid="sdk-siwe">
      <p>{text.signInTo(siwe.domain)}</p>
      {siwe.statement === undefined ? null : (
        <p class="small wrap">
          <span class="muted">{text.siteSays}:</span> <bdi>{siwe.statement}</bdi>
        </p>
      )}
      {siwe.until === undefined
        ? null
        : <p class="small">{words.until(moment(siwe.until, tag) ?? "–")}</p>}
      {siwe.from === undefined
        ? null
        : <p class="small">{words.from(moment(siwe.from, tag) ?? "–")}</p>}
      {siwe.requestId === undefined ? null : (
        <p class="small wrap">
          <span class="muted">{words.request}:</span> <bdi dir="ltr">{siwe.requestId}</bdi>
        </p>
      )}
      {siwe.resources === undefined ? null : (
        <div class="small wrap">
          <span class="muted">{words.resources}:</span>
          <ul>
            {siwe.resources.map((uri) => (
              <li key={uri}>
                <bdi dir="ltr">{uri}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
