/** That passkeys cannot be used here, said before anybody tries, and where they can. @module */
import type { JSX } from "preact";
import type { AppView } from "@sdk/core/dialog";
import { Bottom } from "../parts/bottom.tsx";
import { Button } from "../parts/button.tsx";
import { useSurroundings } from "../parts/context.ts";
import { Copy } from "../parts/copy.tsx";
import { Frame } from "../parts/frame.tsx";
import { AlertIcon } from "../parts/icons.tsx";

/** What the screen needs. */
export interface UnsupportedProps {
  /** The page that asks. */
  readonly app: AppView;
  /** Ends the request. */
  readonly onClose: () => void;
}

/** The screen. */
export function Unsupported(props: UnsupportedProps): JSX.Element {
  const { text } = useSurroundings();
  const { app } = props;
  const secure = globalThis.isSecureContext !== false;
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
            {text.unsupported.title}
          </h1>
          <p class="muted">{secure ? text.unsupported.body : text.unsupportedInsecure}</p>
        </div>
      </div>
      {secure
        ? (
          <>
            <p>{text.unsupportedOpen}</p>
            <Copy label={text.pageAddress} value={addressOf(app)} />
          </>
        )
        : null}
    </Frame>
  );
}

/** Where the person came from; of a page behind this one only its origin is known. */
function addressOf({ origin }: AppView): string {
  const here = globalThis.location;
  return here?.origin === origin ? here.href : origin;
}
