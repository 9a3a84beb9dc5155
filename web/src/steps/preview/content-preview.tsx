import { FileDown } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Preview } from "../../data/files/preview.models.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ImageView } from "./image-view.tsx";
import { LoadingFile } from "./loading-file.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));

interface ContentPreviewProps {
  name: string;
  content: Blob;
  preview: Preview;
  advice: PreviewAdvice;
}

/** A file's bytes at full size. A type that browsers can't show safely is offered as a download. */
export function ContentPreview({ name, content, preview, advice }: ContentPreviewProps) {
  if (preview.kind === "image") return <ImageView content={preview.content} name={name} advice={advice} />;
  if (preview.kind === "pdf") {
    return (
      <Suspense fallback={<LoadingFile name={name} />}>
        <PdfPages content={preview.content} name={name} advice={advice} />
      </Suspense>
    );
  }
  return (
    <EmptyState
      icon={<FileDown />}
      title="No preview for this file type"
      text="Download it and open it in another app."
      action={<Button onClick={() => saveBlob(content, name)}>Download</Button>}
    />
  );
}
