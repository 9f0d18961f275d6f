/**
 * Knows which content that decides was not in sight yet. Such an element has `data-decides`; one
 * with other content is another element, and has to be seen again.
 *
 * @module
 */
import { type Context, createContext, type RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Readable } from "@sdk/core/dialog";

/** Content that was not in sight yet. */
export interface Review {
  /** Number of elements that were not in sight yet. */
  readonly left: Readable<number>;
  /** Scrolls to the first of them. */
  next(): void;
}

/** The review of a card. */
export const reviewContext: Context<Review | null> = createContext<Review | null>(null);

/** Height in pixels of which a tall element counts as seen. */
const ENOUGH_PX = 120;

/** Watches the card's content from its first paint on. */
export function useReview(card: RefObject<HTMLElement>): Review {
  const [{ review, watch }] = useState(createReview);
  useLayoutEffect(() => card.current === null ? undefined : watch(card.current), [card, watch]);
  return review;
}

function createReview(): { review: Review; watch(card: HTMLElement): () => void } {
  /** Elements that were looked at; false until one was in sight. */
  const seen = new Map<Element, boolean>();
  const listeners = new Set<() => void>();
  let left = 0;
  const count = () => {
    const now = [...seen].filter(([element, seen]) => !seen && element.isConnected).length;
    if (now === left) return;
    left = now;
    for (const listener of [...listeners]) listener();
  };
  const review: Review = {
    left: {
      get: () => left,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    next() {
      const elements = [...seen].filter(([element, seen]) => !seen && element.isConnected);
      elements.sort(([a], [b]) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
      );
      elements[0]?.[0].scrollIntoView({ block: "start" });
    },
  };
  return {
    review,
    watch(card) {
      if (typeof IntersectionObserver === "undefined") return () => {};
      const sight = new IntersectionObserver((entries) => {
        for (const { target, intersectionRect, boundingClientRect } of entries) {
          const room = target.closest(".scroller")?.clientHeight ?? innerHeight;
          const enough = Math.min(boundingClientRect.height / 2, ENOUGH_PX, room / 2);
          const isSeen = boundingClientRect.height > 0 && intersectionRect.height >= enough;
          seen.set(target, seen.get(target) === true || isSeen);
        }
        count();
      }, { threshold: [0, 0.25, 0.5, 0.75, 1] });
      const look = () => {
        for (const element of seen.keys()) {
          if (element.isConnected) continue;
          seen.delete(element);
          sight.unobserve(element);
        }
        for (const element of card.querySelectorAll("[data-decides]")) {
          if (!seen.has(element)) sight.observe(element);
        }
        count();
      };
      const changes = new MutationObserver(look);
      changes.observe(card, { childList: true, subtree: true });
      look();
      return () => {
        changes.disconnect();
        sight.disconnect();
      };
    },
  };
}
