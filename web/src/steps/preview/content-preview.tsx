import { FileDown } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Preview } from "../../data/files/preview.models.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { type FileView, plainView } from "./file-view.models.ts";
import { ImageView } from "./image-view.tsx";
import { LoadingFile } from "./loading-file.tsx";
import type { Pager } from "./page-stack.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));

// With a decoder that few files need.
const DecodedPages = lazy(async () => ({ default: (await import("./decoded-pages.tsx")).DecodedPages }));

interface ContentPreviewProps {
  name: string;
  content: Blob;
  preview: Preview;
  /** Loaded ahead and not visible now. */
  isAhead?: boolean;
  advice: PreviewAdvice;
  view?: FileView;
  onPager?: ((pager: Pager) => void) | undefined;
}

/** A file's bytes at full size. A type that browsers can't show safely is offered as a download. */
export function ContentPreview(props: ContentPreviewProps) {
  const { name, content, preview, isAhead = false, advice, view = plainView, onPager } = props;
  if (preview.kind === "image") {
    return <ImageView content={preview.content} name={name} advice={advice} view={view} />;
  }
  if (preview.kind === "pdf") {
    return (
      <Suspense fallback={<LoadingFile name={name} />}>
        <PdfPages
          content={preview.content}
          name={name}
          isAhead={isAhead}
          advice={advice}
          view={view}
          onPager={onPager}
        />
      </Suspense>
    );
  }
  if (preview.kind === "decoded") {
    return (
      <Suspense fallback={<LoadingFile name={name} />}>
        <DecodedPages {...preview} name={name} advice={advice} view={view} onPager={onPager} />
      </Suspense>
    );
  }
  const { title, text } = withoutPreview(preview, advice);
  return (
    <EmptyState
      icon={<FileDown />}
      title={title}
      text={text}
      action={<Button onClick={() => saveBlob(content, name)}>Download</Button>}
    />
  );
}

function withoutPreview(preview: Preview, advice: PreviewAdvice): { title: string; text: string } {
  const locked = { title: "Locked with a password", text: advice.locked };
  if (preview.kind === "none" && preview.isLocked) return locked;
  if (preview.kind !== "office")
    return { title: "No preview for this file type", text: "Download it and open it in another app." };
  const { app = "Office", isLocked, isOld } = preview.state ?? {};
  if (isLocked) return locked;
  if (isOld)
    return {
      title: `Old ${app} format`,
      text: `It was made with ${app} 97–2003. Download it and open it in ${app}.`,
    };
  return { title: "Download to view", text: "Word and Excel files open in their own app." };
}
