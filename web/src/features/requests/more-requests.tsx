import { useEffect, useRef } from "react";
import type { ErrorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./request-list.module.css";

interface MoreRequestsProps {
  hasMore: boolean;
  isLoading: boolean;
  error: ErrorSentences | null;
  onMore: () => void;
}

/** The next page comes by itself when the end of the list is near; the button is for everybody whom that misses. */
export function MoreRequests({ hasMore, isLoading, error, onMore }: MoreRequestsProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadsItself = hasMore && !isLoading && error === null;

  useEffect(() => {
    if (!loadsItself || !end.current || !("IntersectionObserver" in globalThis)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadsItself, onMore]);

  if (!hasMore) return null;
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
