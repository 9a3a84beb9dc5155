import { useEffect, useRef } from "react";
import type { ErrorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./show-more.module.css";

interface ShowMoreProps {
  isLoading: boolean;
  error: ErrorSentences | null;
  onMore: () => void;
}

/** Loads the next page when the end of the list comes near. The button is for browsers and readers without scrolling. */
export function ShowMore({ isLoading, error, onMore }: ShowMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadsAutomatically = !isLoading && error === null;

  useEffect(() => {
    if (!loadsAutomatically || !end.current || !("IntersectionObserver" in globalThis)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadsAutomatically, onMore]);

  return (
    <div ref={end} className={styles["more"]}>
      {error && (
        <p role="alert">
          {error.what} {error.next}
        </p>
      )}
      <Button onClick={onMore} busy={isLoading}>
        {error ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}
