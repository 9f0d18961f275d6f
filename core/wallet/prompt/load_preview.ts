/** Loads the data of a preview, with a retry after errors. @module */
import { withoutError, type Writable } from "../../lib/readable.ts";
import type { ErrorView, PreviewStatus } from "../../dialog/types.ts";
import { errorView } from "./error_view.ts";

/** The members of every preview. */
interface Loadable {
  readonly status: PreviewStatus;
  readonly error?: ErrorView;
  readonly retry?: () => void;
}

/**
 * Loads immediately and merges the result into the preview; errors after an abort are ignored.
 *
 * @returns reloads, and resolves when that is done
 */
export function loadPreview<P extends Loadable>(
  preview: Writable<P>,
  load: () => Promise<Partial<P> | void>,
  signal: AbortSignal,
): () => Promise<void> {
  // A preview that is loading or ready has the members of P except its error.
  const update = (progress: Loadable, loaded?: Partial<P> | void) =>
    preview.set({ ...withoutError(preview.get()), ...loaded, ...progress } as P);
  const reload = async () => {
    update({ status: "loading" });
    try {
      const loaded = await load();
      update({ status: "ready" }, loaded);
    } catch (error) {
      if (signal.aborted) return;
      update({ status: "error", error: errorView(error), retry: () => void reload() });
    }
  };
  void reload();
  return reload;
}
