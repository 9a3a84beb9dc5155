/** Advice to the viewer of a file that can't be shown. */
export interface PreviewAdvice {
  /** A PDF that asks for a password. */
  locked: string;
  broken: string;
  /** More pixels or pages than a page's memory should hold. */
  large: string;
}
