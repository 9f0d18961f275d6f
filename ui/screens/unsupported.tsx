/** Explains that passkeys are unavailable here, and where they work. @module */
import type { JSX } from "preact";
import type { AppView } from "@sdk/core/dialog";
import { Bottom } from "../parts/bottom.tsx";
import { Button } from "../parts/button.tsx";
import { useDialogContext } from "../parts/context.ts";
import { Copy } from "../parts/copy.tsx";
import { Frame } from "../parts/frame.tsx";
import { AlertIcon } from "../parts/icons.tsx";
import { blockedText, isFramed } from "../parts/page_policy.ts";

/** Props of {@linkcode Unsupported}. */
export interface UnsupportedProps {
  /** The dApp. */
  readonly app: AppView;
  /** Ends the request. */
  readonly onClose: () => void;
}

/** Explanation with the dApp's address. */
export function Unsupported(props: UnsupportedProps): JSX.Element {
  const { text } = useDialogContext();
  const { app } = props;
  const secure = globalThis.isSecureContext !== false;
  const blocked = secure ? blockedText(text) : undefined;
  const { title, body } = blocked ?? text.unsupported;
  return (
    <Frame
      app={app}
      busy={false}
      onClose={props.onClose}
      page="unsupported"
      bottom={
        <Bottom lined={false}>
          <Button look="secondary" testid="sdk-cancel" onClick={props.onClose}>
            {text.close}
          </Button>
        </Bottom>
      }
    >
      <div class="hero">
        <div class="hero-icon danger">
          <AlertIcon />
        </div>
        <div class="title">
          <h1 tabIndex={-1} data-title data-initial data-testid="sdk-unsupported">
            {title}
          </h1>
          <p class="muted">{secure ? body : text.unsupportedInsecure}</p>
        </div>
      </div>
      {blocked === undefined && secure ? <p>{text.unsupportedOpen}</p> : null}
      {secure && (blocked === undefined || isFramed())
        ? <Copy label={text.pageAddress} value={pageAddress(app)} />
        : null}
    </Frame>
  );
}

/** Returns the page to open; behind a wallet host only its origin is known. */
function pageAddress({ origin }: AppView): string {
  const here = globalThis.location;
  return here?.origin === origin ? here.href : origin;
}
