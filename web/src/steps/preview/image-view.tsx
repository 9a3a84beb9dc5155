import { useCallback, useEffect, useState } from "react";
import { gapText } from "../../lib/pictures/picture-gap.ts";
import type { FileView, Size } from "./file-view.models.ts";
import { maxImagePixels } from "./image-limits.ts";
import { LoadingFile } from "./loading-file.tsx";
import { measureImage } from "./measure-image.ts";
import { Noted } from "./noted.tsx";
import { type PageBox, PageStack } from "./page-stack.tsx";
import styles from "./page-stack.module.css";
import type { PreviewAdvice } from "./preview-advice.ts";
import { PreviewProblem } from "./preview-problem.tsx";
import { usePictureGap } from "./use-picture-gap.ts";

interface ImageViewProps {
  content: Blob;
  name: string;
  advice: PreviewAdvice;
  view: FileView;
}

const problems = {
  broken: "This image can’t be shown.",
  large: "This image is too large to be shown.",
} as const;

/** An image, measured before it is decoded. */
export function ImageView({ content, name, advice, view }: ImageViewProps) {
  const measured = useMeasured(content);
  const gap = usePictureGap(content);
  if (measured === "measuring") return <LoadingFile name={name} />;
  if (measured === "broken" || measured === "large") {
    return <PreviewProblem what={problems[measured]} next={advice[measured]} content={content} name={name} />;
  }
  return (
    <Noted notes={gap && `This picture is ${gapText(gap)}`}>
      <PageStack
        label={`${name}, picture`}
        pages={[measured]}
        view={view}
        usualFit="page"
        renderPage={(_, box) => <Picture content={content} name={name} size={measured} box={box} />}
      />
    </Noted>
  );
}

function useMeasured(content: Blob): Size | "measuring" | "broken" | "large" {
  const [measured, setMeasured] = useState<Size | "measuring" | "broken" | "large">("measuring");
  useEffect(() => {
    let isLeft = false;
    const measure = async () => {
      const size = await measureImage(content).catch(() => "broken" as const);
      if (isLeft) return;
      setMeasured(size !== "broken" && size.width * size.height > maxImagePixels ? "large" : size);
    };
    void measure();
    return () => {
      isLeft = true;
    };
  }, [content]);
  return measured;
}

interface PictureProps {
  content: Blob;
  /** Text alternative. */
  name: string;
  size: Size;
  box: PageBox;
}

/** A picture at a box's scale and turn. */
export function Picture({ content, name, size, box }: PictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(content);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content],
  );
  return (
    <img
      ref={show}
      className={styles["picture"]}
      alt={name}
      style={{
        width: `${size.width * box.scale}px`,
        height: `${size.height * box.scale}px`,
        rotate: `${box.turn}deg`,
      }}
    />
  );
}
