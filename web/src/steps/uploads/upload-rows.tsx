import { RotateCw } from "lucide-react";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import { canRetry } from "../../data/uploads/retry-policy.ts";
import { type Doubt, isMoving, type Upload } from "../../data/uploads/upload.models.ts";
import { FilePicture } from "../thumbnails/file-picture.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { ProgressBar } from "../../ui/status/progress-bar.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./files.module.css";
import { pageConfig } from "../../lib/page-config.ts";
import { doubtText, isOfPicture } from "./doubt-text.models.ts";
import { uploadFailure } from "./upload-failure.models.ts";
import { type ItemFiles, phaseText, phaseValue, resumeText, uploadsOf } from "./upload-text.models.ts";

interface UploadActions {
  sendAnyway: (uploadId: string) => void;
  retry: (uploadId: string) => void;
  dismiss: (uploadId: string) => Promise<void>;
  /** Opens a doubted file at full size. */
  look?: ((upload: Upload) => void) | undefined;
}

interface UploadRowsProps extends UploadActions {
  item: ItemFiles & { title: string; accepts: readonly AcceptedGroup[]; isSensitive: boolean };
  /** Of the whole request. */
  uploads: readonly Upload[];
  /** A hint about an upload, for instance that the same content was sent before; "" for none. */
  noteOn?: (upload: Upload) => string;
}

/** An item's uploads, each with its progress, failure and retry button. */
export function UploadRows({ item, uploads, noteOn, sendAnyway, retry, dismiss, look }: UploadRowsProps) {
  const rows = uploadsOf(item, uploads);
  if (rows.length === 0) return null;
  return (
    <ul className={styles["files"]} aria-label={`Uploads for ${item.title}`}>
      {rows.map((upload) => (
        <li key={upload.id} className={styles["upload"]} data-state={upload.phase.state}>
          <FilePicture
            file={upload}
            isSensitive={item.isSensitive}
            isFailed={upload.phase.state === "failed"}
          />
          {upload.phase.state === "doubted" && look ? (
            <button
              type="button"
              className={styles["about"]}
              aria-haspopup="dialog"
              onClick={() => look(upload)}
            >
              <UploadName>{upload.name}</UploadName>
            </button>
          ) : (
            <UploadName>{upload.name}</UploadName>
          )}
          {upload.phase.state === "failed" ? (
            <FailedUpload
              upload={upload}
              code={upload.phase.code}
              accepts={item.accepts}
              retry={retry}
              dismiss={dismiss}
            />
          ) : upload.phase.state === "doubted" ? (
            <DoubtedUpload
              upload={upload}
              doubt={upload.phase.doubt}
              sendAnyway={sendAnyway}
              dismiss={dismiss}
              look={look}
            />
          ) : (
            <MovingUpload upload={upload} dismiss={dismiss} />
          )}
          <p className={styles["remark"]}>{resumeText(upload.phase)}</p>
          <p className={styles["note"]}>{noteOn?.(upload)}</p>
        </li>
      ))}
    </ul>
  );
}

function UploadName({ children }: { children: string }) {
  return (
    <UserText as="span" className={styles["name"]} translate="no">
      {children}
    </UserText>
  );
}

function MovingUpload({ upload, dismiss }: Pick<UploadActions, "dismiss"> & { upload: Upload }) {
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

interface DoubtedUploadProps extends Pick<UploadActions, "sendAnyway" | "dismiss" | "look"> {
  upload: Upload;
  doubt: Doubt;
}

function DoubtedUpload({ upload, doubt, sendAnyway, dismiss, look }: DoubtedUploadProps) {
  const { id, name } = upload;
  return (
    <>
      <span className={styles["actions"]}>
        {look && isOfPicture(doubt) ? (
          <Button
            size="small"
            aria-label={`Look at it: ${name}`}
            aria-haspopup="dialog"
            onClick={() => look(upload)}
          >
            Look at it
          </Button>
        ) : (
          <Button size="small" aria-label={`Send anyway: ${name}`} onClick={() => sendAnyway(id)}>
            Send anyway
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={`Don’t send ${name}`}
          onClick={() => void dismiss(id)}
        >
          Don’t send
        </Button>
      </span>
      <p className={styles["doubt"]}>{doubtText(doubt, name)}</p>
    </>
  );
}

interface FailedUploadProps extends Pick<UploadActions, "retry" | "dismiss"> {
  upload: Upload;
  code: string;
  accepts: readonly AcceptedGroup[];
}

function FailedUpload({ upload, code, accepts, retry, dismiss }: FailedUploadProps) {
  const { maxFileBytes } = pageConfig();
  const { what, next } = uploadFailure({ ...upload, code, accepts, maxFileBytes });
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
