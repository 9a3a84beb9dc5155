import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { filePreviewOptions, loadedBytesOptions } from "../../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { saveBlob } from "../../../lib/save-blob.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import styles from "./file-preview.module.css";
import { ImageView } from "./image-view.tsx";
import { LoadingFile } from "./loading-file.tsx";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));

interface FilePreviewProps {
  file: StoredFile;
  /** Loaded after the file itself. */
  ahead: readonly StoredFile[];
}

/** One file at full size. A type that browsers can't show safely is offered as a download. */
export function FilePreview({ file, ahead }: FilePreviewProps) {
  const { data, error, refetch, isFetching } = useQuery(filePreviewOptions(file));
  if (!data && !error) {
    return (
      <div className={styles["stage"]}>
        <LoadingBytes file={file} />
      </div>
    );
  }
  const preloaded = ahead.map((next) => <PreloadedFile key={next.id} file={next} />);
  if (!data) {
    return (
      <div className={styles["stage"]}>
        <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
        {preloaded}
      </div>
    );
  }
  const { content, preview } = data;
  return (
    <div className={styles["stage"]} data-kind={preview.kind}>
      {preview.kind === "image" && <ImageView content={preview.content} name={file.name} />}
      {preview.kind === "pdf" && (
        <Suspense fallback={<LoadingFile name={file.name} />}>
          <PdfPages content={preview.content} name={file.name} />
        </Suspense>
      )}
      {preview.kind === "none" && (
        <EmptyState
          icon={<FileDown />}
          title="No preview for this file type"
          text="Download it and open it in another app."
          action={<Button onClick={() => saveBlob(content, file.name)}>Download</Button>}
        />
      )}
      {preloaded}
    </div>
  );
}

/** Loads a file that may be shown next, and keeps it while this is mounted. */
export function PreloadedFile({ file }: { file: StoredFile }) {
  useQuery({ ...filePreviewOptions(file), notifyOnChangeProps: [] });
  return null;
}

function LoadingBytes({ file }: { file: StoredFile }) {
  const { data: loaded = 0 } = useQuery(loadedBytesOptions(file));
  return (
    <LoadingFile
      name={file.name}
      value={loaded / file.size}
      facts={`${formatSize(loaded)} of ${formatSize(file.size)}`}
    />
  );
}
