/** Explains that passkeys are unavailable here, and where they work. @module */
import type { JSX } from "preact";
import type { AppView } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDialogContext } from "../parts/hooks/context.ts";
import { Copy } from "../parts/controls/copy.tsx";
import { Frame } from "../parts/card/frame.tsx";
import { AlertIcon } from "../parts/icons/icons.tsx";
import { blockedText, isFramed } from "../parts/hooks/page_policy.ts";

/** Props of {@linkcode Unsupported}. */
export interface UnsupportedProps {
  /** The dApp. */
  readonly app: AppView;
  /** Closes the request. */
  readonly onClose: () => void;
}

/** Explanation with the dApp's URL. */
export function Unsupported(props: UnsupportedProps): JSX.Element {
  const { text, onPhone } = useDialogContext();
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
          {onPhone === undefined || !secure
            ? null
            : (
              <Button look="primary" testid="sdk-phone" onClick={onPhone}>
                {text.phone}
              </Button>
            )}
          <Button look="secondary" testid="sdk-cancel" onClick={props.onClose}>
            {text.close}
          </Button>
        </Bottom>
      }
    >
      <div class="hero">
        <div class="hero-icon">
          <AlertIcon />
        </div>
        <div class="title">
          <h1 tabIndex={-1} data-title data-initial data-testid="sdk-unsupported">
            {title}
          </h1>
          <p class="muted">{secure ? body : text.unsupportedInsecure}</p>
          {blocked === undefined && secure ? <p class="muted">{text.unsupportedOpen}</p> : null}
        </div>
      </div>
      {secure && (blocked === undefined || isFramed())
        ? <Copy label={text.pageAddress} value={pageAddress(app)} />
        : null}
    </Frame>
  );
}

/** Returns the page to open; in a wallet host only its origin is known. */
function pageAddress({ origin }: AppView): string {
  const here = globalThis.location;
  return here?.origin === origin ? here.href : origin;
}
