import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import styles from "./file-preview.module.css";

/** An image fitted to the stage; a click shows it at its actual size with scrolling. */
export function ImageView({ content, name }: { content: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(content);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [content]);

  if (isBroken) {
    return (
      <ErrorState
        error={{
          what: "This image can’t be shown.",
          next: "It may be damaged. Download it and open it in another app, or return it.",
        }}
      />
    );
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
