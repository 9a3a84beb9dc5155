import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../../ui/error-state.tsx";
import styles from "./file-preview.module.css";

/** An image whole; a press shows it at its own size, to be moved about. */
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
          what: "This picture cannot be shown.",
          next: "It may be damaged: download it and try another program, or return it.",
        }}
      />
    );
  }
  return (
    <button
      type="button"
      className={styles["image"]}
      data-large={isLarge}
      aria-label={isLarge ? `Show ${name} whole` : `Show ${name} at its own size`}
      onClick={() => setLarge(!isLarge)}
    >
      <img ref={image} alt={name} onError={() => setBroken(true)} />
    </button>
  );
}
