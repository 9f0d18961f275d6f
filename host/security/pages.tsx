/** Pages that need no account: a lost passkey, and privacy. @module */
import type { VNode } from "preact";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import type { FirstChoice } from "../device/first_choice.ts";
import { readBuild, rescuePath } from "../page/operator.ts";
import { DeviceIcon, FileIcon, PeopleIcon } from "../parts/icons.tsx";
import { Page } from "../parts/page.tsx";
import { hashOf } from "../parts/route.ts";
import { MANIFEST_PATH } from "../serve/manifest_path.ts";
import { hostPromise } from "../page/other_hosts.ts";
import type { HomeText } from "../text/home_en.ts";

/** A way back into an account; `friend` has its own pages. */
const ways = ["device", "friend", "rescue"] as const;

type Way = (typeof ways)[number];

const pictures: Readonly<Record<Way, Icon>> = {
  device: DeviceIcon,
  friend: PeopleIcon,
  rescue: FileIcon,
};

interface LostProps {
  readonly text: HomeText;
  /** Choice whose passkey prompt is open. */
  readonly starting: FirstChoice | null;
  readonly start: (choice: FirstChoice) => void;
}

/** The ways to regain access to an account, or the open one. */
export function Lost({ way, ...props }: LostProps & { way: string | null }): VNode {
  const { text } = props;
  if (way === "device" || way === "rescue") {
    return <WayBack key={way} way={way} {...props} />;
  }
  return (
    <Page title={text.lostTitle} text={text} testid="home-lost-page">
      <ul class="panel">
        {ways.map((each) => {
          const Picture = pictures[each];
          const [title, need] = text.lostWays[each];
          return (
            <li key={each}>
              <a
                class="row"
                href={each === "friend" ? hashOf("regain") : hashOf("lost", each)}
                data-testid={each === "friend" ? "home-regain" : `home-lost-${each}`}
              >
                <span class="disc">
                  <Picture />
                </span>
                <span class="row-text">
                  <b>{title}</b>
                  <span class="note">{need}</span>
                </span>
                <NextIcon />
              </a>
            </li>
          );
        })}
      </ul>
      <p class="note">{text.lostNone}</p>
    </Page>
  );
}

/** One way: its requirement, its steps, and the button of a step. */
function WayBack(
  { way, text, starting, start }: LostProps & { way: Exclude<Way, "friend"> },
): VNode {
  const rescue = rescuePath();
  const [title, need] = text.lostWays[way];
  return (
    <Page title={title} text={text} back="lost" testid="home-lost-way">
      <p>{need}</p>
      <ol class="steps">
        {text.lostSteps[way].map((step) => <li key={step}>{step}</li>)}
      </ol>
      {way === "device"
        ? (
          <button
            type="button"
            class="primary wide"
            aria-busy={starting !== null}
            data-testid="home-lost-sign-in"
            onClick={() => start("existing")}
          >
            {text.signIn}
          </button>
        )
        : rescue === null
        ? null
        : (
          <a
            class="button primary wide"
            href={rescue}
            download="rescue.html"
            data-testid="home-rescue"
          >
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
      {text.privacyLines(hostPromise(text)).map(([heading, line]) => (
        <section key={heading} class="group near">
          <h2>{heading}</h2>
          <p>{line}</p>
        </section>
      ))}
      {build === null ? null : (
        <details data-testid="home-build">
          <summary class="note">{text.experts}</summary>
          <p class="note">
            {text.build(build.commit.slice(0, 12))} <a href={MANIFEST_PATH}>{text.buildFiles}</a>
            {" "}
            <code dir="ltr">{build.manifest}</code>
          </p>
        </details>
      )}
    </Page>
  );
}
