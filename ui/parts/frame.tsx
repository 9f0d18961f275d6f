/** The card that every screen stands in: the page that asks on top, the decision below. @module */
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { AppView } from "@sdk/core/dialog";
import { useSurroundings } from "./context.ts";
import { CloseIcon, LockIcon } from "./icons.tsx";
import { Scroller } from "./scroller.tsx";
import { useFixedSize } from "./use_fixed_size.ts";

/** What a frame needs. */
export interface FrameProps {
  /** The page that asks. */
  readonly app: AppView;
  /** Closes the dialog: says no. */
  readonly onClose: () => void;
  /** Whether the passkey is in use: closing waits. */
  readonly busy: boolean;
  /** The screen. */
  readonly children: ComponentChildren;
  /** What stands below it: a `Bottom`. */
  readonly bottom: ComponentChildren;
  /** Changes when a press leads to another page of the same screen; a page may have another size. */
  readonly page?: string;
}

/** The card. It keeps the size of its first paint. */
export function Frame(props: FrameProps): JSX.Element {
  const { text, method } = useSurroundings();
  const card = useRef<HTMLDivElement>(null);
  useFixedSize(card, props.page ?? "");
  return (
    <div ref={card} class="card" part="card" data-testid="sdk-card" data-method={method}>
      <span class="grip" part="grip" />
      <header class="header" part="header">
        <App app={props.app} />
        <button
          type="button"
          class="icon-button"
          part="close"
          data-testid="sdk-close"
          aria-label={text.close}
          aria-disabled={props.busy ? "true" : undefined}
          onClick={() => props.busy || props.onClose()}
        >
          <CloseIcon />
        </button>
      </header>
      <Scroller class="body" part="body" busy={props.busy}>{props.children}</Scroller>
      {props.bottom}
    </div>
  );
}

/** The page that asks: its own words, and the origin that the browser vouches for. */
function App(props: { app: AppView }): JSX.Element {
  const { text } = useSurroundings();
  const { app } = props;
  const secure = !app.origin.startsWith("http:") || isLoopback(app.origin);
  return (
    <div class="app" part="app">
      <Logo app={app} />
      <div class="app-words">
        <span class="app-name">
          <bdi>{app.name}</bdi>
        </span>
        <span
          class={secure ? "origin" : "origin insecure"}
          part="origin"
          data-testid="sdk-origin"
          title={secure ? app.origin : text.insecureOrigin}
        >
          {secure ? <LockIcon /> : null}
          <bdi dir="ltr">{app.origin.replace(/^https:\/\//, "")}</bdi>
        </span>
      </div>
    </div>
  );
}

/** The logo, or the first letter of the name. */
function Logo(props: { app: AppView }): JSX.Element {
  const [broken, setBroken] = useState(false);
  const { logoUrl, name } = props.app;
  if (logoUrl !== null && !broken && isImageUrl(logoUrl)) {
    return (
      <img
        class="logo"
        part="logo"
        src={logoUrl}
        alt=""
        width="36"
        height="36"
        decoding="async"
        referrerpolicy="no-referrer"
        onLoad={(event) => warnOfLogo(event.currentTarget)}
        onError={() => setBroken(true)}
      />
    );
  }
  return <span class="logo" part="logo" aria-hidden="true">{firstLetter(name)}</span>;
}

/** The least width and height of a logo, in pixels. */
const LEAST = 200;

/** Tells the page's developer of a logo that breaks the rules; it is shown all the same. */
function warnOfLogo({ src, naturalWidth: width, naturalHeight: height }: HTMLImageElement): void {
  const path = new URL(src).pathname;
  const vector = /\.svg$/i.test(path);
  if (/\.(gif|webp|avif|bmp|ico)$/i.test(path)) {
    console.warn(`Acct: appLogoUrl must be PNG, JPG or SVG: ${src.slice(0, 200)}`);
  }
  if (!vector && (width < LEAST || height < LEAST)) {
    console.warn(
      `Acct: appLogoUrl is ${width}×${height} px; it must be at least ${LEAST}×${LEAST}.`,
    );
  }
}

/** The first letter as a person sees it. */
function firstLetter(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "•";
}

/** Logos come over https only; while developing, from this machine too. */
function isImageUrl(url: string): boolean {
  return url.startsWith("https://") || (url.startsWith("http://") && isLoopback(url));
}

/** Whether a URL names this machine. */
function isLoopback(url: string): boolean {
  return /^http:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d+)?(?:\/|$)/.test(url) ||
    /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/.test(url);
}
