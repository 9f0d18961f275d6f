/** The page that a device link opens: the requester, the code to compare, and the open link. @module */
import { render, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hostOf } from "../device/names.ts";
import { adoptStyles } from "../home/styles/mod.ts";
import { pageLocale } from "../page/language.ts";
import { SiteSquare } from "../parts/disc.tsx";
import { openPageLink, type ShownLink } from "./serve.ts";
import { type Closed, type LinkText, linkTexts } from "./text.ts";

/** Time after which a press counts. An earlier press was meant for the previous content. */
const GUARD_MS = 500;

/** Shows the link in the page's URL. */
export async function showLink(place: HTMLElement): Promise<void> {
  const text = linkTexts[pageLocale().language];
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
  /** `back` opens an app on this device. */
  | { readonly at: Closed; readonly back: string | null };

function Link({ link, text }: { link: ShownLink | Closed; text: LinkText }): VNode {
  const [state, setState] = useState<State>(() =>
    typeof link === "string"
      ? { at: link, back: null }
      : { at: link.isKnown ? "linked" : "compare", link }
  );
  const close = (at: Closed) => {
    const back = typeof link === "string" ? null : link.back();
    setState({ at, back });
    // Some browsers open an app only after a press: the page shows a button too. The author of the
    // link chose the address: a site opens without a press only after the user connected to it.
    const isTrusted = typeof link !== "string" && link.isConnected() ||
      !/^https?:/.test(back ?? "");
    if (back !== null && isTrusted && (at === "answered" || at === "refused")) {
      location.replace(back);
    }
  };
  if (!("link" in state)) return <ClosedPage at={state.at} back={state.back} text={text} />;
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

/** Shows the requester, and the code to compare or the app to which the page returns. */
function Compare(
  { link: { app, code, returnTo }, text, accept, refuse }: {
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
        {returnTo !== null
          ? text.app(isolated(app.name))
          : isProgram
          ? text.program(isolated(app.name))
          : text.site(site)}
      </p>
      {returnTo === null
        ? (
          <>
            <p>{isProgram ? text.compareProgram : text.compareSite(site)}</p>
            <output class="link-code" dir="ltr" data-testid="link-code">
              {`${code!.slice(0, 3)} ${code!.slice(3)}`}
            </output>
          </>
        )
        : (
          <>
            <p>{text.returns}</p>
            <output class="link-return" dir="ltr" data-testid="link-return">{returnTo}</output>
          </>
        )}
      <button
        type="button"
        class="primary wide"
        data-testid="link-match"
        onClick={guarded(accept)}
      >
        {returnTo === null ? text.match : text.proceed}
      </button>
      <button type="button" class="wide" data-testid="link-differ" onClick={guarded(refuse)}>
        {returnTo === null ? text.differ : text.cancel}
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
function ClosedPage(
  { at, back, text }: { at: Closed; back: string | null; text: LinkText },
): VNode {
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
      {back === null
        ? <a class="quiet" href="/">{text.home}</a>
        : <a class="button primary wide" href={back} data-testid="link-back">{text.back}</a>}
    </main>
  );
}

/** Isolates a name, whose direction may differ from that of the sentence. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
