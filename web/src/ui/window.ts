// Which rows of a long list are drawn: those in view and some around them.

export interface Window {
  from: number;
  /** The first row that is not drawn any more. */
  to: number;
  before: number;
  after: number;
}

/** Drawn beyond each edge, so that a quick scroll meets rows and not blank paper. */
const MARGIN_PX = 400;

/** `top` is how far the list is scrolled, `height` how much of it can be seen. */
export function windowOf(heights: readonly number[], top: number, height: number): Window {
  const [start, end] = [top - MARGIN_PX, top + height + MARGIN_PX];
  const found: Window = { from: 0, to: 0, before: 0, after: 0 };
  let at = 0;
  for (const [index, rowHeight] of heights.entries()) {
    if (at + rowHeight < start) {
      found.from = index + 1;
      found.before += rowHeight;
    } else if (at <= end) {
      found.to = index + 1;
    } else {
      found.after += rowHeight;
    }
    at += rowHeight;
  }
  found.to = Math.max(found.to, found.from);
  return found;
}

/** Where a row begins, and where the next one does. */
export function placeOf(heights: readonly number[], index: number): [number, number] {
  const start = heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  return [start, start + (heights[index] ?? 0)];
}
