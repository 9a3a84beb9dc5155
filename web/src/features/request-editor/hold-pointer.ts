interface Held {
  /** The pointer that pressed; another finger does not move the line. */
  pointerId: number;
  onMove: (y: number) => void;
  onRelease: () => void;
  /** The browser took the pointer for itself, or the person pressed Escape. */
  onCancel: () => void;
}

/** Follows a pressed pointer wherever it goes until it is released. Answers how to stop before that. */
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
