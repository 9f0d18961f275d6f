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
  const { statement, until, from, requestId, resources = [] } = siwe;
  const said = (label: string, value: string) => (
    <p key={label} class="small wrap">
      <span class="muted">{label}:</span> <bdi>{value}</bdi>
    </p>
  );
  const rest = [
    ...resources.map((uri) => <bdi key={uri} dir="ltr" class="small wrap block">{uri}</bdi>),
    ...(requestId === undefined ? [] : [said(words.request, requestId)]),
    ...(from === undefined
      ? []
      : [<p key="from" class="small">{words.from(moment(from, tag) ?? "–")}</p>]),
  ];
  // A capability (ERC-5573) lets the site act in the user's name, so it is not folded.
  const empowers = resources.some((uri) => /^urn:recap:/i.test(uri));
  return (
    <div class="panel rows" data-testid="sdk-siwe">
      <p>{text.signInTo(siwe.domain)}</p>
      {empowers
        ? (
          <p>
            <b>{words.acts}</b>
          </p>
        )
        : null}
      {statement === undefined ? null : said(text.siteSays, statement)}
      {until === undefined ? null : <p class="small">{words.until(moment(until, tag) ?? "–")}</p>}
      {rest.length === 0 ? null : empowers ? rest : (
        <Fold
          label={resources.length === 0 ? text.details : words.resources}
          value={resources.length === 0 ? null : count(resources.length, tag)}
          testid="sdk-siwe-details"
        >
          {rest}
        </Fold>
      )}
    </div>
  );
}
