interface Held {
  /** Other pointers, such as a second finger, are ignored. */
  pointerId: number;
  onMove: (y: number) => void;
  onRelease: () => void;
  /** The browser cancelled the pointer, or Escape was pressed. */
  onCancel: () => void;
}

/** Follows a pressed pointer until it is released. Returns a function that stops early. */
export function holdPointer({ pointerId, onMove, onRelease, onCancel }: Held): () => void {
  const holding = new AbortController();
  const { signal } = holding;
  const end = (then: () => void) => () => {
    holding.abort();
    then();
  };
  addEventListener("pointermove", (event) => event.pointerId === pointerId && onMove(event.clientY), {
    signal,
  });
  addEventListener("pointerup", end(onRelease), { signal });
  addEventListener("pointercancel", end(onCancel), { signal });
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end(onCancel)();
    },
    { signal, capture: true },
  );
  return () => holding.abort();
}
