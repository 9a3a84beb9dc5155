import { RotateCw } from "lucide-react";
import type { ReceivedItem } from "../../data/inbox/received-request.models.ts";
import { canRetry } from "../../data/uploads/retry-policy.ts";
import { isMoving, type Upload } from "../../data/uploads/upload.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ProgressBar } from "../../ui/status/progress-bar.tsx";
import styles from "./files.module.css";
import type { ItemProps } from "./item-props.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { uploadFailure } from "./upload-failure.models.ts";
import { phaseValue, phaseText, resumeText, duplicateText, uploadsOf } from "./upload-rows.models.ts";

type UploadRowsProps = Pick<ItemProps, "item" | "request" | "uploads" | "retry" | "dismiss">;

/** An item's uploads, each with its progress, failure and retry button. */
export function UploadRows({ item, request, uploads, retry, dismiss }: UploadRowsProps) {
  const rows = uploadsOf(item, uploads);
  if (rows.length === 0) return null;
  return (
    <ul className={styles["files"]} aria-label={`Uploads for ${item.title}`}>
      {rows.map((upload) => (
        <li key={upload.id} className={styles["upload"]} data-state={upload.phase.state}>
          <span className={styles["name"]}>{upload.name}</span>
          {upload.phase.state === "failed" ? (
            <FailedUpload
              upload={upload}
              code={upload.phase.code}
              accepts={item.accepts}
              retry={retry}
              dismiss={dismiss}
            />
          ) : (
            <MovingUpload upload={upload} dismiss={dismiss} />
          )}
          <p className={styles["remark"]}>{resumeText(upload.phase)}</p>
          <p className={styles["note"]}>
            {duplicateText({ fileId: upload.fileId ?? "", sha256: upload.sha256 ?? "" }, request.items)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function MovingUpload({ upload, dismiss }: { upload: Upload; dismiss: ItemProps["dismiss"] }) {
  return (
    <>
      <span className={styles["facts"]}>{phaseText(upload.phase)}</span>
      {isMoving(upload) && (
        <Button
          size="small"
          variant="quiet"
          aria-label={`Cancel ${upload.name}`}
          onClick={() => void dismiss(upload.id)}
        >
          Cancel
        </Button>
      )}
      <div className={styles["bar"]}>
        <ProgressBar value={phaseValue(upload.phase)} label={`Progress of ${upload.name}`} />
      </div>
    </>
  );
}

interface FailedUploadProps {
  upload: Upload;
  code: string;
  accepts: ReceivedItem["accepts"];
  retry: ItemProps["retry"];
  dismiss: ItemProps["dismiss"];
}

function FailedUpload({ upload, code, accepts, retry, dismiss }: FailedUploadProps) {
  const { maxFileBytes } = pageConfig();
  const { what, next } = uploadFailure({ code, accepts, size: upload.size, maxFileBytes });
  return (
    <>
      <span className={styles["actions"]}>
        {canRetry(code) && (
          <Button
            size="small"
            icon={<RotateCw aria-hidden="true" />}
            aria-label={`Try again: ${upload.name}`}
            onClick={() => retry(upload.id)}
          >
            Try again
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={`Dismiss ${upload.name}`}
          onClick={() => void dismiss(upload.id)}
        >
          Dismiss
        </Button>
      </span>
      <p className={styles["failure"]}>
        {what} {next}
      </p>
    </>
  );
}
