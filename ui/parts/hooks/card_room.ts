/**
 * Manages the space of a card. The card keeps the size of its first paint, and grows upwards when a
 * late note appears, or when details are unfolded. Its buttons keep their positions, and so does all
 * content between them and the note.
 *
 * @module
 */

/** Duration and easing of the growth. */
const GROWTH: KeyframeAnimationOptions = {
  duration: 240,
  easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
};

/** Minimum distance between a card and the upper edge of the window, in pixels. */
const GAP_PX = 12;

/** Space of a card. */
export interface CardRoom {
  /**
   * Makes space for the notes. Returns the deciding elements that a note covers, although they were
   * in view before it appeared.
   */
  fit(): readonly Element[];
  /** Makes space for details that were unfolded, or gives it back. */
  unfold(details: HTMLElement): void;
  /** Makes the next call measure the card for a window of another size; late notes stay late. */
  resize(): void;
  /** Adopts the size of the current content again. */
  reset(): void;
}

/** Creates the space manager of a card. */
export function createCardRoom(card: HTMLElement): CardRoom {
  const find = (part: string) => card.querySelector<HTMLElement>(`.${part}`);
  /** Height of the card, its height without late content, and its maximum. */
  let height = 0;
  let size = { height, most: height };
  /** Heights after the last call: of the whole notes, and of the body. */
  let noted: number | undefined;
  /** Text of the notes after the last call: a note may replace another one of its height. */
  let words = "";
  let shown = 0;
  /** Whether a note appeared after the first paint. */
  let isLate = false;
  /** Height of the body next to notes that were not folded. */
  let free = 0;
  let growth: readonly Animation[] = [];

  const measure = () => {
    const fixed = fix(card);
    if (fixed !== null) ({ height } = size = fixed);
  };

  /** Returns the pixels by which the card has grown. */
  const growBy = (missing: number): number => {
    const before = height;
    for (const animation of growth) animation.cancel();
    height = Math.max(size.height, Math.min(height + missing, size.most));
    card.style.blockSize = card.style.maxBlockSize = `${height}px`;
    return height - before;
  };
  const grow = (missing: number, notes: HTMLElement, isResized: boolean) => {
    const grown = growBy(missing);
    if (isResized || grown < 1 || isStill()) return;
    growth = [growFrom(card, height - grown), reveal(notes, grown)];
  };

  const resize = () => {
    for (const animation of growth) animation.cancel();
    card.style.cssText = "";
    height = 0;
  };

  return {
    fit() {
      const [body, notes] = [find("body"), find("notes")];
      if (body === null || notes === null) return [];
      const isFirst = noted === undefined;
      const isResized = card.style.blockSize === "";
      const wasFolded = notes.dataset.folded !== undefined;
      delete notes.dataset.folded;
      if (isResized) {
        if (isLate) free = without(notes, body, measure);
        else measure();
      }
      const whole = notes.scrollHeight;
      const isTaller = noted !== undefined && whole > noted;
      const isOther = noted !== undefined && notes.textContent !== words;
      words = notes.textContent;
      isLate = whole > 0 && (isLate || isTaller || isOther);
      const missing = beyond(body) + beyond(notes);
      if (isLate && (isTaller || isResized) && height > 0 && missing > 0) {
        grow(missing, notes, isResized);
      }
      // If the window was resized, a late note also covers content that would be visible without
      // it.
      const inSight = isResized ? Math.max(shown, free) : shown;
      // Notes of the same height stay folded, even if the body was scrolled since.
      const folds = whole === noted && !isResized
        ? wasFolded
        : isLate && coveredIn(body, free).length > 0;
      if (folds) notes.dataset.folded = "";
      else free = body.clientHeight;
      const covered = isFirst || whole === 0 || isResized && !isLate
        ? []
        : coveredIn(body, inSight);
      noted = whole;
      shown = body.clientHeight;
      return covered;
    },
    unfold(details) {
      const body = find("body");
      if (body === null || height === 0) return;
      const missing = (body.firstElementChild as HTMLElement).offsetHeight - body.clientHeight;
      const grown = growBy(missing);
      free = shown = body.clientHeight;
      if (grown < missing) details.scrollIntoView({ block: "nearest" });
      if (grown === 0 || isStill()) return;
      growth = [growFrom(card, height - grown)];
    },
    resize,
    reset() {
      resize();
      noted = undefined;
      shown = free = 0;
      isLate = false;
    },
  };
}

/** Animates a card from a previous height in pixels. */
function growFrom(card: HTMLElement, before: number): Animation {
  return card.animate([{ blockSize: `${before}px` }, {}], GROWTH);
}

/** Reveals a note as fast as the card grows, so that the content in between stays in view. */
function reveal(notes: HTMLElement, grown: number): Animation {
  const folded = { marginBlockStart: `-${grown}px`, clipPath: `inset(${grown}px 0 0)` };
  return notes.animate([folded, { marginBlockStart: "0", clipPath: "inset(0)" }], GROWTH);
}

/** Fixes the size and the end of a card; returns its height, and its maximum. */
function fix(card: HTMLElement): { height: number; most: number } | null {
  const { blockSize, display } = getComputedStyle(card);
  // With strong zoom, the whole card scrolls.
  const root = display === "block" ? null : card.offsetParent as HTMLElement | null;
  if (root === null) return null;
  const { paddingBlockStart, paddingBlockEnd, alignItems } = getComputedStyle(root);
  // The computed size, since animations scale the bounding rectangle, and offsets are rounded.
  const height = parseFloat(blockSize);
  const space = root.clientHeight - parseFloat(paddingBlockEnd);
  const below = alignItems === "center"
    ? Math.max(0, space - parseFloat(paddingBlockStart) - height) / 2
    : 0;
  Object.assign(card.style, { blockSize, alignSelf: "end", marginBlockEnd: `${below}px` });
  // A short body leaves the rest to the notes.
  const content = card.querySelector<HTMLElement>(".body > .within");
  card.style.setProperty("--content", content === null ? "100%" : `${content.offsetHeight}px`);
  const most = Math.max(height, space - below - Math.max(parseFloat(paddingBlockStart), GAP_PX));
  return { height, most };
}

/** Shrinks a card with a fixed size to its content, towards its end. */
export function shrink(card: HTMLElement): void {
  const { style } = card;
  const { blockSize } = style;
  style.blockSize = style.maxBlockSize = "";
  style.minBlockSize = "0";
  if (blockSize === "" || isStill()) return;
  card.animate([{ blockSize }, { blockSize: `${card.offsetHeight}px` }], GROWTH);
}

/** Returns whether the user prefers reduced motion. */
function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Measures a card as it was before its late notes appeared; returns the height of its body. */
function without(notes: HTMLElement, body: HTMLElement, measure: () => void): number {
  const { scrollTop } = body;
  const { style } = notes.firstElementChild as HTMLElement;
  // The border of the notes stays.
  style.display = "none";
  measure();
  const { clientHeight } = body;
  style.display = "";
  body.scrollTop = scrollTop;
  return clientHeight;
}

/** Returns the pixels of an element's content that do not fit. */
function beyond(element: HTMLElement): number {
  return element.scrollHeight - element.clientHeight;
}

/** Returns the deciding elements at the end of a body that was higher before. */
function coveredIn(body: HTMLElement, before: number): Element[] {
  const { top } = body.getBoundingClientRect();
  const end = top + body.clientHeight;
  return [...body.querySelectorAll("[data-decides]")].filter((element) => {
    const place = element.getBoundingClientRect();
    return place.bottom > end + 1 && place.top < top + before;
  });
}
