import { useCallback } from "react";

/** A decorative image from memory. Its URL lives as long as it is shown. */
export function BlobImage({ content }: { content: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(content);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content],
  );
  return <img ref={show} alt="" />;
}
