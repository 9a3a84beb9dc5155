import { useQuery } from "@tanstack/react-query";
import { filePreviewOptions, loadedBytesOptions } from "../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../data/files/file.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { formatSize } from "../../lib/format-size.ts";
import { ContentPreview } from "./content-preview.tsx";
import { LoadingFile } from "./loading-file.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";
import styles from "./preview.module.css";
import { ErrorState } from "../../ui/status/error-state.tsx";

interface FilePreviewProps {
  file: StoredFile;
  /** Loaded after the file itself. */
  ahead?: readonly StoredFile[];
  advice: PreviewAdvice;
}

/** One file at full size. */
export function FilePreview({ file, ahead, advice }: FilePreviewProps) {
  const { data, error, refetch, isFetching } = useQuery(filePreviewOptions(file));
  if (!data && !error) {
    return (
      <div className={styles["stage"]}>
        <LoadingBytes file={file} />
      </div>
    );
  }
  const preloaded = ahead?.map((next) => <PreloadedFile key={next.id} file={next} />);
  if (!data) {
    return (
      <div className={styles["stage"]}>
        <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
        {preloaded}
      </div>
    );
  }
  return (
    <div className={styles["stage"]} data-kind={data.preview.kind}>
      <ContentPreview name={file.name} advice={advice} {...data} />
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
