/** The page that a device link opens: the requester, the code to compare, and the open link. @module */
import { render, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hostOf } from "../device/names.ts";
import { adoptStyles } from "../home/styles/mod.ts";
import { resolveLocale } from "../page/language.ts";
import { SiteSquare } from "../parts/disc.tsx";
import { openPageLink, type ShownLink } from "./serve.ts";
import { type Closed, type LinkText, linkTexts } from "./text.ts";

/** Time after which a press counts. An earlier press was meant for the previous content. */
const GUARD_MS = 500;

/** Shows the link in the page's URL. */
export async function showLink(place: HTMLElement): Promise<void> {
  const text = linkTexts[resolveLocale(navigator.languages).language];
  document.title = text.title;
  adoptStyles(document);
  const fragment = location.hash;
  place.ariaBusy = "true";
  const link = await openPageLink(fragment);
  place.ariaBusy = null;
  place.replaceChildren();
  render(<Link link={link} text={text} />, place);
}

/** The states of the page. */
type State =
  | { readonly at: "compare" | "linked"; readonly link: ShownLink }
  | { readonly at: Closed };

function Link({ link, text }: { link: ShownLink | Closed; text: LinkText }): VNode {
  const [state, setState] = useState<State>(() =>
    typeof link === "string"
      ? { at: link }
      : { at: link.code === null ? "linked" : "compare", link }
  );
  const close = (at: Closed) => setState({ at });
  if (!("link" in state)) return <ClosedPage at={state.at} text={text} />;
  if (state.at === "linked") return <Linked link={state.link} text={text} close={close} />;
  return (
    <Compare
      link={state.link}
      text={text}
      accept={() => setState({ at: "linked", link: state.link })}
      refuse={() => {
        state.link.refuse();
        close("refused");
      }}
    />
  );
}

/** Shows the requester, and the code to compare. */
function Compare(
  { link: { app, code }, text, accept, refuse }: {
    link: ShownLink;
    text: LinkText;
    accept: () => void;
    refuse: () => void;
  },
): VNode {
  const shown = useRef(performance.now());
  const guarded = (action: () => void) => () => {
    if (performance.now() - shown.current > GUARD_MS) action();
  };
  const isProgram = app.origin === "";
  const site = isolated(hostOf(app.origin));
  return (
    <main class="welcome" data-testid="link-compare">
      <SiteSquare name={isProgram ? app.name : site} />
      <h1>{text.title}</h1>
      <p data-testid="link-who">
        {isProgram ? text.program(isolated(app.name)) : text.site(site)}
      </p>
      <p>{isProgram ? text.compareProgram : text.compareSite(site)}</p>
      <output class="link-code" dir="ltr" data-testid="link-code">
        {`${code!.slice(0, 3)} ${code!.slice(3)}`}
      </output>
      <button
        type="button"
        class="primary wide"
        data-testid="link-match"
        onClick={guarded(accept)}
      >
        {text.match}
      </button>
      <button type="button" class="wide" data-testid="link-differ" onClick={guarded(refuse)}>
        {text.differ}
      </button>
    </main>
  );
}

/** A link that is served while the page is open. */
function Linked(
  { link, text, close }: { link: ShownLink; text: LinkText; close: (at: Closed) => void },
): VNode {
  const [isListening, setIsListening] = useState(true);
  const { app } = link;
  useEffect(() => {
    const leave = new AbortController();
    void link.serve((state) => setIsListening(state === "listening"), leave.signal).then((end) => {
      if (end !== "stopped") close(end);
    });
    return () => leave.abort();
  }, [link]);
  const who = app.origin === "" ? app.name : hostOf(app.origin);
  return (
    <main class="welcome" data-testid="link-open">
      <SiteSquare name={who} />
      <h1>{text.linked(isolated(who))}</h1>
      <p>{text.linkedLine}</p>
      <p class="note" role="status">{isListening ? "" : text.waiting}</p>
      <button
        type="button"
        class="wide"
        data-testid="link-end"
        onClick={link.end}
      >
        {text.end}
      </button>
      <a class="quiet" href="/">{text.home}</a>
    </main>
  );
}

/** Nothing more happens. */
function ClosedPage({ at, text }: { at: Closed; text: LinkText }): VNode {
  const [title, advice] = text.closed[at];
  return (
    <main class="welcome" role="alert" data-testid={`link-${at}`}>
      <h1>{title}</h1>
      <p>{advice}</p>
      {at === "offline"
        ? (
          <button type="button" class="primary wide" onClick={() => location.reload()}>
            {text.again}
          </button>
        )
        : null}
      <a class="quiet" href="/">{text.home}</a>
    </main>
  );
}

/** Isolates a name, whose direction may differ from that of the sentence. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
