import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../../ui/status/error-state.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";
import styles from "./preview.module.css";

interface ImageViewProps {
  content: Blob;
  name: string;
  advice: PreviewAdvice;
}

/** An image fitted to the stage; a click shows it at its actual size with scrolling. */
export function ImageView({ content, name, advice }: ImageViewProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(content);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [content]);

  if (isBroken) {
    return <ErrorState error={{ what: "This image can’t be shown.", next: advice.broken }} />;
  }
  return (
    <button
      type="button"
      className={styles["image"]}
      data-large={isLarge}
      data-scrolls=""
      aria-label={isLarge ? `Fit ${name}` : `Show ${name} at actual size`}
      onClick={() => setLarge(!isLarge)}
    >
      <img ref={image} alt={name} onError={() => setBroken(true)} />
    </button>
  );
}
