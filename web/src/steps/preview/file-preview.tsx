import { useQuery } from "@tanstack/react-query";
import {
  filePreviewOptions,
  fileViewOptions,
  loadedBytesOptions,
} from "../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../data/files/file.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { formatSize } from "../../lib/format-size.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ContentPreview } from "./content-preview.tsx";
import type { FileView } from "./file-view.models.ts";
import { LoadingFile } from "./loading-file.tsx";
import type { Pager } from "./page-stack.tsx";
import type { PreviewAdvice } from "./preview-advice.ts";
import styles from "./preview.module.css";

interface FilePreviewProps {
  file: StoredFile;
  /** Loaded ahead and not visible now. */
  isAhead?: boolean;
  advice: PreviewAdvice;
  view: FileView;
  onPager?: ((pager: Pager) => void) | undefined;
}

/** One file at full size. */
export function FilePreview({ file, isAhead = false, ...shown }: FilePreviewProps) {
  const { data, error, refetch, isFetching } = useQuery(
    filePreviewOptions(file, isAhead ? "prefetch" : "view"),
  );
  useQuery({ ...fileViewOptions(file), enabled: !isAhead });
  return (
    <div className={styles["stage"]} data-kind={data?.preview.kind}>
      {data ? (
        <ContentPreview name={file.name} isAhead={isAhead} {...data} {...shown} />
      ) : error ? (
        <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <LoadingBytes file={file} />
      )}
    </div>
  );
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
