/** Finds out what a dialog shows; after an error the person can have it tried again. @module */
import { withoutError, type Writable } from "../../lib/readable.ts";
import type { ErrorView, PreviewStatus } from "../../dialog/request.ts";
import { errorView } from "../context.ts";

/** What every preview has. */
interface Loadable {
  readonly status: PreviewStatus;
  readonly error?: ErrorView;
  readonly retry?: () => void;
}

/**
 * Begins at once. What `find` gives goes into the preview; an error after the signal was aborted does
 * not. The function that is returned looks again, and resolves when that is over.
 */
export function loadPreview<P extends Loadable>(
  preview: Writable<P>,
  find: () => Promise<Partial<P> | void>,
  signal: AbortSignal,
): () => Promise<void> {
  // The members of a preview that is loading or ready are those of P without its error.
  const mark = (progress: Loadable, found?: Partial<P> | void) =>
    preview.set({ ...withoutError(preview.get()), ...found, ...progress } as P);
  const look = async () => {
    mark({ status: "loading" });
    try {
      const found = await find();
      mark({ status: "ready" }, found);
    } catch (error) {
      if (signal.aborted) return;
      mark({ status: "error", error: errorView(error), retry: () => void look() });
    }
  };
  void look();
  return look;
}
