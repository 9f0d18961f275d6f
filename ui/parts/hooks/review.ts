/**
 * Tracks the content that decides and was not in view yet. Such an element has `data-decides`;
 * changed content is a new element and must be viewed again. An element counts as viewed once all
 * of it was in view, from top to bottom, because an address may be in its last line.
 * `data-decides="later"` marks content that is rendered in later steps: while the mark exists, that
 * content is not viewed. Content that a late note covers is not viewed either;
 * `data-decides="note"` decides only then.
 *
 * @module
 */
import { type Context, createContext, type RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type Readable, writable } from "@sdk/core/dialog";
import { type CardRoom, createCardRoom } from "./card_room.ts";

/** Content that was not in view yet. */
export interface Review {
  /** Number of elements that were not in view yet. */
  readonly left: Readable<number>;
  /** Returns false while new content is not measured yet. It is measured before it is painted. */
  isKnown(): boolean;
  /** Scrolls to the first of these elements. */
  next(): void;
}

/** The review of a card. */
export const reviewContext: Context<Review | null> = createContext<Review | null>(null);

/** Pixels at an edge without text. */
const SLACK_PX = 6;
/** Visible fractions of an element that trigger another check. */
const SHARES: readonly number[] = Array.from({ length: 21 }, (_, index) => index / 20);

/**
 * Watches the content of a card, and adjusts the space for its notes; another `page` has its own
 * size.
 */
export function useReview(card: RefObject<HTMLElement>, page: string): Review {
  const [{ review, watch, reset }] = useState(createReview);
  useLayoutEffect(() => card.current === null ? undefined : watch(card.current), [card, watch]);
  useLayoutEffect(reset, [reset, page]);
  return review;
}

function createReview(): {
  review: Review;
  watch(card: HTMLElement): () => void;
  reset(): void;
} {
  /** For each element, the last pixel below its top that was in view. */
  const seen = new Map<Element, number>();
  /** Elements for which the browser has not yet reported whether they are in the window. */
  const fresh = new Set<Element>();
  /** Elements in the window. */
  const near = new Set<Element>();
  const left = writable(0);
  /** Elements that were not viewed completely. */
  let open: readonly Element[] = [];
  /** True if elements are measured in the next frame, which computes their layout anyway. */
  let awaitsFrame = false;
  let known = true;
  let room: CardRoom | undefined;
  let renew = () => {};
  const look = () => {
    known = true;
    open = findOpen({ seen, fresh, near }, new Set(open));
    if (left.get() !== open.length) left.set(open.length);
  };
  const reset = () => {
    room?.reset();
    renew();
  };
  const review: Review = { left, isKnown: () => known, next: () => scrollToFirst(open, seen) };
  return {
    review,
    reset,
    watch(card) {
      if (typeof IntersectionObserver === "undefined") return () => {};
      let watching = true;
      const cardRoom = room = createCardRoom(card);
      const sight = new IntersectionObserver((entries) => {
        for (const entry of entries) {
          const { target, isIntersecting, intersectionRect, boundingClientRect } = entry;
          fresh.delete(target);
          if (isIntersecting) near.add(target);
          else near.delete(target);
          // Fast scrolling may have continued since.
          if (!seen.has(target) || !isIntersecting) continue;
          seen.set(target, seenIn(intersectionRect, boundingClientRect.top, seen.get(target)!));
        }
        look();
      }, { threshold: [...SHARES] });
      renew = () => {
        for (const element of seen.keys()) {
          if (element.isConnected) continue;
          for (const each of [seen, fresh, near]) each.delete(element);
          sight.unobserve(element);
        }
        for (const element of card.querySelectorAll("[data-decides]")) {
          if (seen.has(element)) continue;
          seen.set(element, element.getAttribute("data-decides") === "note" ? Infinity : 0);
          fresh.add(element);
          known = false;
          sight.observe(element);
        }
        if (awaitsFrame) return;
        awaitsFrame = true;
        requestAnimationFrame(() => {
          awaitsFrame = false;
          if (!watching) return;
          fit();
          look();
        });
      };
      const fit = () => {
        for (const element of cardRoom.fit()) {
          seen.set(element, Math.min(seen.get(element) ?? 0, seenTo(element, 0, slideOf(card))));
        }
      };
      const stop = listen(card, {
        look,
        resize() {
          cardRoom.resize();
          renew();
        },
        onToggle: cardRoom.unfold,
        onChange(isOfNotes) {
          renew();
          // Runs before the next paint, which may come before the next frame's callbacks.
          if (isOfNotes) fit();
        },
      });
      renew();
      // Before the first paint, so that the button begins with its label.
      fit();
      look();
      return () => {
        stop();
        sight.disconnect();
        watching = false;
      };
    },
  };
}

/** State of the deciding elements. */
interface Sight {
  /** For each element, the last pixel below its top that was in view. */
  readonly seen: Map<Element, number>;
  /** Elements for which the browser has not yet reported whether they are in the window. */
  readonly fresh: ReadonlySet<Element>;
  /** Elements in the window. */
  readonly near: ReadonlySet<Element>;
}

/**
 * Measures the elements that may have been viewed, and returns the others. Elements out of view
 * stay unmeasured: in a long list the browser skips their layout, and measuring would force it.
 */
function findOpen({ seen, fresh, near }: Sight, were: ReadonlySet<Element>): Element[] {
  const open: Element[] = [];
  const slide = slideOf([...seen.keys()].find(({ isConnected }) => isConnected));
  let below = false;
  for (const [element, before] of seen) {
    if (!element.isConnected || before === Infinity) continue;
    if (
      isLater(element) || (fresh.has(element) ? below : were.has(element) && !near.has(element))
    ) {
      open.push(element);
      continue;
    }
    const to = seenTo(element, before, slide);
    below ||= to === 0;
    seen.set(element, to);
    // A larger element has more content to view.
    if (to < element.getBoundingClientRect().height - SLACK_PX) open.push(element);
  }
  return open;
}

/** Listens to changes of a card's content, to its details, to scrolling, and to the size of the window. */
function listen(
  card: HTMLElement,
  { look, resize, onToggle, onChange }: {
    look(): void;
    resize(): void;
    onToggle(details: HTMLElement): void;
    onChange(isOfNotes: boolean): void;
  },
): () => void {
  const changes = new MutationObserver((records) => {
    note();
    onChange(records.some(({ target }) => isNote(target)));
  });
  changes.observe(card, { childList: true, subtree: true });
  // Details that are open from the start are part of the first size.
  const folded = new WeakSet<Element>();
  const note = () => {
    for (const each of card.querySelectorAll("details:not([open])")) folded.add(each);
  };
  note();
  const life = new AbortController();
  // Scrolling within a tall element triggers no intersection.
  const scrolled = { capture: true, passive: true, signal: life.signal };
  addEventListener("scroll", look, scrolled);
  // Scroll events within a shadow root do not leave it.
  card.addEventListener("scroll", look, scrolled);
  card.addEventListener("toggle", ({ target }) => {
    if (folded.has(target as Element)) onToggle(target as HTMLElement);
  }, { capture: true, signal: life.signal });
  addEventListener("resize", resize, { signal: life.signal });
  return () => {
    changes.disconnect();
    life.abort();
  };
}

/** Scrolls to the first open element, to its last viewed position. */
function scrollToFirst(open: readonly Element[], seen: ReadonlyMap<Element, number>): void {
  const [first] = open.filter((element) => !isLater(element)).toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  );
  if (first === undefined) return;
  const room = first.closest(".scroller") ?? document.scrollingElement;
  // For an element taller than the card, continues where the last view stopped.
  const from = Math.max(0, (seen.get(first) ?? 0) - SLACK_PX);
  // A scrollable list comes first.
  const list = first.closest(".changes, .tree.virtual");
  list?.scrollBy({
    top: first.getBoundingClientRect().top + from - list.getBoundingClientRect().top,
  });
  const { top } = first.getBoundingClientRect();
  room?.scrollBy({ top: top + from - Math.max(0, room.getBoundingClientRect().top) });
}

/** Returns whether a node is the notes of a card, or inside them. */
function isNote(target: Node): boolean {
  return target instanceof Element && target.closest(".notes") !== null;
}

/** Returns whether an element is a placeholder for later content. */
function isLater(element: Element): boolean {
  return element.getAttribute("data-decides") === "later";
}

/**
 * Returns how far below its place a card is while it slides in. Its content counts as in view where
 * it will be: the button accepts no press before that.
 */
function slideOf(inside: Element | undefined): number {
  const card = inside?.closest(".card");
  // `matrix(a, b, c, d, x, y)`, or `none`.
  return card ? parseFloat(getComputedStyle(card).transform.split(",")[5] ?? "0") : 0;
}

/** Returns the last pixel of an element that is or was in view. */
function seenTo(element: Element, before: number, slide: number): number {
  const { top, bottom } = element.getBoundingClientRect();
  const room = element.closest(".scroller")?.getBoundingClientRect();
  // Its rows may exceed its fixed height.
  const list = element.closest(".changes, .tree.virtual")?.getBoundingClientRect();
  return seenIn(
    {
      top: Math.max(top, room?.top ?? 0, list?.top ?? 0, slide),
      bottom: Math.min(
        bottom,
        room?.bottom ?? Infinity,
        list?.bottom ?? Infinity,
        innerHeight + slide,
      ),
    },
    top,
    before,
  );
}

/**
 * Computes the viewed part of an element whose top is at a given pixel, if it is partly in view.
 */
function seenIn(
  part: { readonly top: number; readonly bottom: number },
  top: number,
  before: number,
): number {
  const from = part.top - top;
  const to = part.bottom - top;
  return to <= from || from > before + SLACK_PX ? before : Math.max(before, to);
}
