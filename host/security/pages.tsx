/** Pages with words only: a lost passkey, and privacy. @module */
import type { VNode } from "preact";
import { rescuePath } from "../home/operator.ts";
import { Page } from "../home/page.tsx";
import type { HomeText } from "../text/text.ts";

/** Ways back into an account. */
export function Lost({ text }: { text: HomeText }): VNode {
  const rescue = rescuePath();
  return (
    <Page title={text.lostTitle} text={text} testid="home-lost-page">
      <ol class="steps">
        {text.lostSteps.map((step) => <li key={step}>{step}</li>)}
      </ol>
      {rescue === null
        ? null
        : (
          <a class="button wide" href={rescue} download="rescue.html" data-testid="home-rescue">
            {text.rescueSave}
          </a>
        )}
    </Page>
  );
}

/** Tells which data the operator gets, and which it does not. */
export function Privacy({ text }: { text: HomeText }): VNode {
  return (
    <Page title={text.privacy} text={text} testid="home-privacy">
      <ul class="steps">
        {text.privacyLines.map((line) => <li key={line}>{line}</li>)}
      </ul>
      <p class="note">{text.promise(location.host)}</p>
    </Page>
  );
}
