/** Card of a screen: the dApp on top, the buttons at the bottom. @module */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AppView } from "@sdk/core/dialog";
import { Button } from "../controls/button.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { CloseIcon, DoneIcon, LockIcon } from "../icons/dialog_icons.tsx";
import { AlertIcon } from "../icons/icons.tsx";
import { shrink } from "../hooks/card_room.ts";
import { reviewContext, useReview } from "../hooks/review.ts";
import { Scroller } from "./scroller.tsx";

/** Props of {@linkcode Frame}. */
export interface FrameProps {
  /** The dApp. */
  readonly app: AppView;
  /** Closes the dialog, which rejects the request; a passkey prompt may never close on its own. */
  readonly onClose: () => void;
  /** True while the passkey is in use. */
  readonly busy: boolean;
  /** Content of the screen. */
  readonly children: ComponentChildren;
  /** A `Bottom`. */
  readonly bottom: ComponentChildren;
  /** Changes when a press opens another page of the screen, which may differ in size. */
  readonly page?: string;
  /** Replaces the check mark of the result. */
  readonly mark?: ComponentChildren;
}

/**
 * Card. It keeps the size of its first paint until a note needs space, and shrinks to the result.
 */
export function Frame(props: FrameProps): JSX.Element {
  const { text, method, success, leave } = useDialogContext();
  const card = useRef<HTMLDivElement>(null);
  const review = useReview(card, props.page ?? "");
  useLayoutEffect(() => {
    if (success !== undefined) shrink(card.current!);
  }, [success === undefined]);
  return (
    <reviewContext.Provider value={review}>
      <div
        ref={card}
        class="card"
        part="card"
        data-testid="sdk-card"
        data-method={method}
      >
        <span class="grip" part="grip" />
        <header class="header" part="header">
          {props.app.own ? <span class="app" /> : <App app={props.app} />}
          <button
            type="button"
            class="icon-button"
            part="close"
            data-testid="sdk-close"
            aria-label={text.close}
            onClick={success === undefined ? props.onClose : leave}
          >
            <CloseIcon />
          </button>
        </header>
        {success === undefined
          ? (
            <>
              <Scroller class="body" part="body" busy={props.busy}>{props.children}</Scroller>
              {props.bottom}
            </>
          )
          : (
            <div class="finished" part="finished" data-testid="sdk-success">
              {success[2] ? <AlertIcon class="partly" /> : props.mark ?? <DoneIcon />}
              {/* A live region of the window announces it. */}
              <span aria-hidden="true">{success[0]}</span>
              {success[1] === undefined
                ? null
                : <p class="muted" aria-hidden="true">{success[1]}</p>}
              {success[2]
                ? (
                  <Button look="primary" testid="sdk-done" initial onClick={leave}>
                    {text.done}
                  </Button>
                )
                : null}
            </div>
          )}
      </div>
    </reviewContext.Provider>
  );
}

/** The dApp: its name, and the origin that the browser reports. */
function App(props: { app: AppView }): JSX.Element {
  const { text } = useDialogContext();
  const { app } = props;
  const secure = !app.origin.startsWith("http:") || isLoopback(app.origin);
  return (
    <div class="app" part="app">
      <Logo app={app} />
      <div class="app-words">
        <span class="app-name">
          <bdi>{app.name}</bdi>
        </span>
        {app.origin === "" ? null : (
          <span
            class={secure ? "origin" : "origin insecure"}
            part="origin"
            data-testid="sdk-origin"
            title={secure ? app.origin : text.insecureOrigin}
          >
            {secure ? <LockIcon /> : null}
            <bdi dir="ltr">{app.origin.replace(/^https:\/\//, "")}</bdi>
          </span>
        )}
      </div>
    </div>
  );
}

/** Logo, or the first letter of the name. */
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

/** Minimum width and height of a logo, in pixels. */
const MIN_LOGO_PX = 200;

/** Warns the dApp's developer of an invalid logo; it is shown nevertheless. */
function warnOfLogo({ src, naturalWidth: width, naturalHeight: height }: HTMLImageElement): void {
  const path = new URL(src).pathname;
  const vector = /\.svg$/i.test(path);
  if (/\.(gif|webp|avif|bmp|ico)$/i.test(path)) {
    console.warn(`Acct: appLogoUrl must be PNG, JPG or SVG: ${src.slice(0, 200)}`);
  }
  if (!vector && (width < MIN_LOGO_PX || height < MIN_LOGO_PX)) {
    console.warn(
      `Acct: appLogoUrl is ${width}×${height} px; it must be at least ${MIN_LOGO_PX}×${MIN_LOGO_PX}.`,
    );
  }
}

/** Returns the first letter or digit of a name. */
export function firstLetter(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? "•";
}

/** Returns whether a logo may load: over https, or from localhost during development. */
function isImageUrl(url: string): boolean {
  return url.startsWith("https://") || (url.startsWith("http://") && isLoopback(url));
}

/** Returns whether a URL points to a loopback host. */
function isLoopback(url: string): boolean {
  return /^http:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d+)?(?:\/|$)/.test(url) ||
    /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/.test(url);
}
