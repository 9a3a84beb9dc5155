import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DecodedFormat } from "../../data/files/preview.models.ts";
import { gapText } from "../../lib/pictures/picture-gap.ts";
import { formatCount } from "../../lib/format-count.ts";
import { useIsNear } from "../thumbnails/use-is-near.ts";
import { type DecodableImage, DecodeError, openImage } from "./decoder/open-image.ts";
import type { FileView, Size } from "./file-view.models.ts";
import { Picture } from "./image-view.tsx";
import { LoadingFile } from "./loading-file.tsx";
import { Noted } from "./noted.tsx";
import styles from "./page-stack.module.css";
import { type PageBox, type Pager, PageStack } from "./page-stack.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";
import { PreviewProblem } from "./preview-problem.tsx";
import { usePictureGap } from "./use-picture-gap.ts";

const problems = {
  broken: "This image can’t be shown.",
  large: "This image is too large to be shown.",
} as const;

interface DecodedPagesProps {
  format: DecodedFormat;
  content: Blob;
  name: string;
  advice: PreviewAdvice;
  view: FileView;
  onPager?: ((pager: Pager) => void) | undefined;
}

/** An image that a worker decodes, page by page. */
export function DecodedPages({ format, content, name, advice, view, onPager }: DecodedPagesProps) {
  const gap = usePictureGap(content);
  const [opened, setOpened] = useState<DecodableImage | "opening" | "broken" | "large">("opening");
  useEffect(() => {
    const closing = new AbortController();
    const open = async () => {
      const result = await openImage({ format, content }, closing.signal).catch(reasonOf);
      if (!closing.signal.aborted) setOpened(result);
    };
    void open();
    return () => closing.abort();
  }, [format, content]);

  if (opened === "opening") return <LoadingFile name={name} />;
  if (opened === "broken" || opened === "large") {
    return <PreviewProblem what={problems[opened]} next={advice[opened]} content={content} name={name} />;
  }
  const { pages } = opened;
  return (
    <Noted notes={gap && `This picture is ${gapText(gap)}`}>
      <PageStack
        label={pages.length > 1 ? `${name}, ${formatCount(pages.length, "page")}` : `${name}, picture`}
        pages={pages}
        view={view}
        usualFit={pages.length > 1 ? "width" : "page"}
        onPager={pages.length > 1 ? onPager : undefined}
        renderPage={(index, box) => {
          const size = pages[index];
          return (
            size && (
              <DecodedPage
                image={opened}
                index={index}
                name={pages.length > 1 ? `${name}, page ${index + 1}` : name}
                size={size}
                box={box}
                renderProblem={(reason) =>
                  pages.length > 1 ? (
                    <p className={styles["problem"]}>
                      Page {index + 1} can’t be shown. {advice[reason]}
                    </p>
                  ) : (
                    <PreviewProblem
                      what={problems[reason]}
                      next={advice[reason]}
                      content={content}
                      name={name}
                    />
                  )
                }
              />
            )
          );
        }}
      />
    </Noted>
  );
}

const reasonOf = (error: unknown) => (error instanceof DecodeError ? error.reason : "broken");

interface DecodedPageProps {
  image: DecodableImage;
  index: number;
  name: string;
  size: Size;
  box: PageBox;
  /** In place of the page. */
  renderProblem: (reason: "broken" | "large") => ReactNode;
}

function DecodedPage({ image, index, name, size, box, renderProblem }: DecodedPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const [picture, setPicture] = useState<Blob | "broken" | "large">();
  useEffect(() => {
    if (!isNear || picture) return undefined;
    let isLeft = false;
    image.draw(index).then(
      (drawn) => !isLeft && setPicture(drawn),
      (error: unknown) => !isLeft && setPicture(reasonOf(error)),
    );
    return () => {
      isLeft = true;
    };
  }, [image, index, isNear, picture]);
  if (picture === "broken" || picture === "large") return renderProblem(picture);
  return (
    <div ref={place}>
      {picture ? (
        <Picture content={picture} name={name} size={size} box={box} />
      ) : (
        <LoadingFile name={name} />
      )}
    </div>
  );
}
