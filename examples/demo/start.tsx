/** The demo's page, once its code is loaded. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type ReactNode, startTransition, StrictMode, useEffect } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { loadConfig } from "./config.ts";
import { readable } from "./parts/readable_error.ts";

/** Shows the page, or the reason why it cannot; calls back once the page is in the document. */
export async function start(place: HTMLElement, shown: () => void): Promise<void> {
  const root = createRoot(place);
  try {
    const demo = await loadConfig();
    // Rendered as a transition: React lets the browser respond in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <Shown shown={shown}>
            <App demo={demo} />
          </Shown>
        </StrictMode>,
      )
    );
  } catch (error) {
    // A network error: the load can be retried.
    if (error instanceof TypeError) throw error;
    root.render(
      <main className="hero">
        <p className="error" role="alert" data-testid="error">{readable(error)}</p>
      </main>,
    );
  }
}

/** Calls back once its content is in the document. */
function Shown(props: { readonly shown: () => void; readonly children: ReactNode }): ReactNode {
  useEffect(() => props.shown(), []);
  return props.children;
}
