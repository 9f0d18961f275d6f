/** Shows the sign-in that a connection includes. @module */
import type { JSX } from "preact";
import type { ConnectPreview } from "@sdk/core/dialog";
import { count, moment } from "../../text/numbers.ts";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Fold } from "../values/rows.tsx";

/** Notice that connecting also signs in, with the domain; the other fields are folded. */
export function SignIn(props: { preview: ConnectPreview }): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const words = useWords("signIn");
  const { siwe } = props.preview;
  if (siwe === undefined) return null;
  const { from, requestId, resources } = siwe;
  // A capability (ERC-5573) lets the site act in the user's name.
  const empowers = resources?.some((uri) => /^urn:recap:/i.test(uri)) === true;
  const listed = empowers ? 0 : resources?.length ?? 0;
  const folded = from !== undefined || requestId !== undefined || listed > 0;
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
      {empowers
        ? (
          <div class="small">
            <span class="muted">{words.resources}:</span>
            <Addresses uris={resources!} />
          </div>
        )
        : null}
      {folded
        ? (
          <Fold
            label={listed === 0 ? text.details : words.resources}
            value={listed === 0 ? null : <span class="small">{count(listed, tag)}</span>}
            testid="sdk-siwe-details"
          >
            {listed === 0 ? null : <Addresses uris={resources!} />}
            {from === undefined
              ? null
              : <p class="small">{words.from(moment(from, tag) ?? "–")}</p>}
            {requestId === undefined ? null : (
              <p class="small wrap">
                <span class="muted">{words.request}:</span> <bdi dir="ltr">{requestId}</bdi>
              </p>
            )}
          </Fold>
        )
        : null}
    </div>
  );
}

/** URIs that the message lists. */
function Addresses({ uris }: { uris: readonly string[] }): JSX.Element {
  return (
    <ul class="small wrap">
      {uris.map((uri) => (
        <li key={uri}>
          <bdi dir="ltr">{uri}</bdi>
        </li>
      ))}
    </ul>
  );
}
