/** Everything that is watched comes into view at once. */
export class NearEverything extends IntersectionObserver {
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    super(callback);
    this.#callback = callback;
  }

  override observe(): void {
    this.#callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
  }
}
