import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { filePreviewOptions } from "../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../data/files/file.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./file-preview.module.css";
import { ImageView } from "./image-view.tsx";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));

/** One file, as large as there is room; a kind that no browser shows safely is offered as a download. */
export function FilePreview({ file }: { file: StoredFile }) {
  const { data, error, refetch, isFetching } = useQuery(filePreviewOptions(file));
  if (!data) {
    return error ? (
      <div className={styles["stage"]}>
        <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
      </div>
    ) : (
      <Waiting name={file.name} />
    );
  }
  const { content, preview } = data;
  return (
    <div className={styles["stage"]} data-kind={preview.kind}>
      {preview.kind === "image" && <ImageView content={preview.content} name={file.name} />}
      {preview.kind === "pdf" && (
        <Suspense fallback={<Waiting name={file.name} />}>
          <PdfPages content={preview.content} name={file.name} />
        </Suspense>
      )}
      {preview.kind === "none" && (
        <EmptyState
          icon={<FileDown />}
          title="This kind of file cannot be shown here"
          text="Download it and open it with a program that knows it."
          action={<Button onClick={() => saveBlob(content, file.name)}>Download</Button>}
        />
      )}
    </div>
  );
}

function Waiting({ name }: { name: string }) {
  return (
    <div className={styles["stage"]} role="status">
      <VisuallyHidden>Loading {name}</VisuallyHidden>
      <Skeleton width="min(420px, 70%)" height="70%" radius="6px" />
    </div>
  );
}
