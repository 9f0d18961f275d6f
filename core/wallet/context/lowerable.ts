/** Manages the preview of a grant whose user may grant less than requested. @module */
import type { GrantPreview } from "../../dialog/operation.ts";
import { type Readable, writable } from "../../lib/readable.ts";
import { type Less, lowerPermission } from "../../permission/lower.ts";
import type { Permission } from "../../permission/permission.ts";

/** A prepared grant. */
export interface Prepared {
  /** Preview of the permission. */
  readonly preview: Readable<GrantPreview>;
  /** Cancels the preparation. */
  stop(): void;
}

/** The grant that the user would confirm now. */
export interface Lowerable<P extends Prepared> {
  /** Preview of the current permission; its revision increases with each change. */
  readonly preview: Readable<GrantPreview>;
  /** Returns the current permission and its preparation. */
  current(): { readonly permission: Permission; readonly prepared: P };
  /**
   * Runs a confirmation. During the run, and permanently once `isFinal` returns true, nothing can
   * be changed.
   */
  confirm<T>(run: (prepared: P) => Promise<T>, isFinal: () => boolean): Promise<T>;
  /** Cancels the preparation. */
  stop(): void;
}

/**
 * Prepares a permission, and a smaller one when the user lowers it. A permission is never larger
 * than `requested`.
 */
export function lowerable<P extends Prepared>(
  requested: Permission,
  isFixed: boolean,
  prepare: (permission: Permission) => P,
): Lowerable<P> {
  let permission = requested;
  let prepared = prepare(requested);
  let before = 0;
  let isLocked = false;
  const view = (): GrantPreview => {
    const shown = prepared.preview.get();
    const revision = shown.revision + before;
    return isFixed ? { ...shown, revision } : {
      ...shown,
      revision,
      lower,
      requested: {
        ...shown.permission,
        end: requested.end,
        spends: shown.permission.spends.map((spend, index) => ({
          ...spend,
          allowance: requested.spends[index]!.allowance,
        })),
      },
    };
  };
  const lower = (less: Less) => {
    if (isLocked) return;
    const next = lowerPermission(requested, less);
    before = preview.get().revision + 1;
    release();
    prepared.stop();
    permission = next;
    prepared = prepare(next);
    release = follow();
    preview.set(view());
  };
  const preview = writable(view());
  const follow = () => prepared.preview.subscribe(() => preview.set(view()));
  let release = follow();
  return {
    preview,
    current: () => ({ permission, prepared }),
    async confirm(run, isFinal) {
      isLocked = true;
      try {
        return await run(prepared);
      } finally {
        isLocked = isFinal();
      }
    },
    stop() {
      release();
      prepared.stop();
    },
  };
}
