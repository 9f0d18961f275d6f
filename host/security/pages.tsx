/** Text-only pages: a lost passkey, and privacy. @module */
import type { VNode } from "preact";
import { readBuild, rescuePath } from "../page/operator.ts";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";
import { MANIFEST_PATH } from "../serve/manifest_path.ts";
import { hostPromise } from "../page/other_hosts.ts";
import type { HomeText } from "../text/home_en.ts";

/** Options to regain access to an account. */
export function Lost({ text }: { text: HomeText }): VNode {
  const rescue = rescuePath();
  return (
    <Page title={text.lostTitle} text={text} testid="home-lost-page">
      <ol class="steps">
        {text.lostSteps.map((step) => <li key={step}>{step}</li>)}
      </ol>
      <a class="button primary wide" href={hashOf("regain")} data-testid="home-regain">
        {text.friendHelps}
      </a>
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

/** Lists the data that the operator receives and does not receive, and the version of the page. */
export function Privacy({ text }: { text: HomeText }): VNode {
  const build = readBuild();
  return (
    <Page title={text.privacy} text={text} testid="home-privacy">
      <ul class="steps">
        {text.privacyLines.map((line) => <li key={line}>{line}</li>)}
      </ul>
      <p class="note">{hostPromise(text)}</p>
      {build === null ? null : (
        <p class="note" data-testid="home-build">
          {text.build(build.commit.slice(0, 12))} <a href={MANIFEST_PATH}>{text.buildFiles}</a>{" "}
          <code dir="ltr">{build.manifest}</code>
        </p>
      )}
    </Page>
  );
}
