export type Fit = "page" | "width";

/** Fit, zoom and rotation of a file. */
export interface FileView {
  /** Null: as suits the kind of file. */
  fit: Fit | null;
  /** Of the fitted size. */
  zoom: number;
  /** Degrees clockwise. */
  turn: number;
}

export const plainView: FileView = { fit: null, zoom: 1, turn: 0 };

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger or smaller zoom; the same one at either end. */
export function zoomStep(zoom: number, step: 1 | -1): number {
  return zooms[zooms.indexOf(zoom) + step] ?? zoom;
}

export interface Size {
  width: number;
  height: number;
}

interface SizedPage {
  /** Before turning. */
  page: Size;
  /** The place that pages are fitted into. */
  room: Size;
  view: FileView;
  /** Of this kind of file. */
  usualFit: Fit;
}

/**
 * Number, counted from 1, of the last page that begins at or above a line; 1 above all pages. Measures few of them, because
 * scrolling asks for it in every frame.
 *
 * @param topOf where a page begins, counted from 0. Pages stand one below the other.
 */
export function pageAt(line: number, count: number, topOf: (index: number) => number): number {
  let [first, last] = [0, count - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if (topOf(middle) <= line) first = middle;
    else last = middle - 1;
  }
  return first + 1;
}

/** Scale of a page on the screen, and the size of its box after turning. */
export function pageBox({ page, room, view, usualFit }: SizedPage): Size & { scale: number } {
  const isSideways = view.turn % 180 !== 0;
  const [width, height] = isSideways ? [page.height, page.width] : [page.width, page.height];
  const byWidth = room.width / width;
  const fitted = (view.fit ?? usualFit) === "width" ? byWidth : Math.min(byWidth, room.height / height);
  const scale = Math.max(fitted, 0) * view.zoom;
  return { width: Math.floor(width * scale), height: Math.floor(height * scale), scale };
}
