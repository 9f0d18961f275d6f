/**
 * Room of a card. The card keeps the size of its first paint, and grows upwards when a note appears
 * late: its buttons stay where they are, and so does everything between them and the note.
 *
 * @module
 */

/** Duration and easing of the growth. */
const GROWTH: KeyframeAnimationOptions = {
  duration: 240,
  easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
};

/** Least distance between a card and the upper edge of the window, in pixels. */
const GAP_PX = 12;

/** Room of a card. */
export interface CardRoom {
  /**
   * Makes room for the notes. Returns the elements that decide and are covered by a note, although
   * they were in sight before it appeared.
   */
  fit(): readonly Element[];
  /** Takes the size of the current content again. */
  reset(): void;
}

/** Creates the room of a card. */
export function createCardRoom(card: HTMLElement): CardRoom {
  const find = (part: string) => card.querySelector<HTMLElement>(`.${part}`);
  /** Height of the card, and the most that it can have. */
  let height = 0;
  let most = 0;
  /** Heights after the last call: of the whole notes, and of the body. */
  let noted = 0;
  let shown = 0;
  /** Height of the body beside notes that were not folded. */
  let free = 0;
  let growth: readonly Animation[] = [];

  const measure = () => {
    const { blockSize, display } = getComputedStyle(card);
    // With strong zoom, the whole card scrolls.
    const root = display === "block" ? null : card.offsetParent as HTMLElement | null;
    if (root === null) return;
    const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(root);
    const end = card.offsetTop + card.offsetHeight;
    const below = root.clientHeight - parseFloat(paddingBlockEnd) - end;
    // The computed size, since animations scale the bounding rectangle.
    Object.assign(card.style, { blockSize, alignSelf: "end", marginBlockEnd: `${below}px` });
    height = parseFloat(blockSize);
    most = Math.max(height, end - Math.max(parseFloat(paddingBlockStart), GAP_PX));
  };

  const grow = (missing: number, notes: HTMLElement) => {
    const before = height;
    for (const animation of growth) animation.cancel();
    height = Math.min(height + missing, most);
    card.style.blockSize = card.style.maxBlockSize = `${height}px`;
    const grown = height - before;
    if (grown < 1 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // The note is uncovered as fast as the card grows: the content between stays in sight.
    growth = [
      card.animate([{ blockSize: `${before}px` }, {}], GROWTH),
      notes.animate([{ marginBlockStart: `-${grown}px`, clipPath: `inset(${grown}px 0 0)` }, {
        marginBlockStart: "0",
        clipPath: "inset(0)",
      }], GROWTH),
    ];
  };

  return {
    fit() {
      const body = find("body");
      const notes = find("notes");
      if (body === null || notes === null) return [];
      const isFirst = card.style.blockSize === "";
      if (isFirst) measure();
      const wasFolded = notes.dataset.folded !== undefined;
      delete notes.dataset.folded;
      const whole = notes.scrollHeight;
      const missing = beyond(body) + beyond(notes);
      if (!isFirst && height > 0 && whole > noted && missing > 0) grow(missing, notes);
      // Notes of the same height stay folded, wherever the body was scrolled since.
      const folds = whole === noted ? wasFolded : !isFirst && coveredIn(body, free).length > 0;
      if (folds) notes.dataset.folded = "";
      else free = body.clientHeight;
      const covered = isFirst ? [] : coveredIn(body, shown);
      noted = whole;
      shown = body.clientHeight;
      return covered;
    },
    reset() {
      for (const animation of growth) animation.cancel();
      card.style.cssText = "";
      noted =
        shown =
        free =
        height =
          0;
    },
  };
}

/** Returns the pixels of an element's content that do not fit. */
function beyond(element: HTMLElement): number {
  return element.scrollHeight - element.clientHeight;
}

/** Returns the elements that decide at the end of a body that was higher before. */
function coveredIn(body: HTMLElement, before: number): Element[] {
  const { top } = body.getBoundingClientRect();
  const end = top + body.clientHeight;
  return [...body.querySelectorAll("[data-decides]")].filter((element) => {
    const place = element.getBoundingClientRect();
    return place.bottom > end + 1 && place.top < top + before;
  });
}
