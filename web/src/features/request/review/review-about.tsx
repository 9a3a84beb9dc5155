import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requestEventsOptions } from "../../../data/events/request-events.query.ts";
import { Clock, Eye, FileText, FileWarning, Lock, ShieldCheck } from "lucide-react";
import { fileOpeningsOptions } from "../../../data/files/file-openings.query.ts";
import { filePreviewOptions, fileViewOptions } from "../../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { fileCountText, fileProgressText } from "../../../data/items/file-count.models.ts";
import { isToReview } from "../../../data/items/item.models.ts";
import { formatWhen } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { openingTexts } from "../../../steps/openings/opening-text.models.ts";
import { Chip, StatusChip } from "../../../ui/status/chip.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./review-panel.module.css";
import type { ReviewEntry } from "./review-queue.models.ts";
import { senderOf } from "./sender.models.ts";
import { type FileMarks, markedFiles, returnReasons, verdictText } from "./verdicts.models.ts";

interface ReviewAboutProps {
  requestId: string;
  /** Id of the signed-in member. */
  myId: string;
  entry: ReviewEntry;
  workspaceName: string;
  marks: FileMarks;
  /** Undefined while they aren't known, and for a file without pages. */
  pageCount: number | undefined;
  questions: ReactNode;
}

/** The instructions, the facts about the file, and earlier words about it. */
export function ReviewAbout(props: ReviewAboutProps) {
  const { requestId, myId, entry, workspaceName, marks, pageCount, questions } = props;
  const { item, file, count } = entry;
  const isMarked = markedFiles(item, marks).some(({ id }) => id === file?.id);
  const isReturned = item.state === "returned";
  const reasons = isReturned || isToReview(item) ? returnReasons(item) : [];
  // The reasons of a returned item include those of its files.
  const isSaidBelow = isReturned && file?.verdict === "returned";
  const ofItem = isReturned ? "You returned this" : "Returned before";
  const isShort = file !== null && item.state !== "partial" && count < item.expectedFiles;
  return (
    <>
      <section>
        <div className={styles["line"]}>
          <h2>{item.instructions === "" ? "This item" : "Asked for"}</h2>
          {isToReview(item) && isMarked ? (
            <Chip tone="returned">To return</Chip>
          ) : (
            <StatusChip state={item.state}>{stateText(item)}</StatusChip>
          )}
        </div>
        {item.instructions !== "" && (
          <UserText as="p" className={styles["asked"]}>
            {item.instructions}
          </UserText>
        )}
        {isShort && <p>{`${fileCountText(count, item.expectedFiles)} received.`}</p>}
      </section>
      {file && (
        <AboutFile
          requestId={requestId}
          myId={myId}
          file={file}
          isSensitive={item.isSensitive}
          pageCount={pageCount}
        />
      )}
      <p className={styles["said"]} role="status">
        {file && !isSaidBelow && verdictText({ file, item, workspaceName, mark: marks.get(file.id) })}
      </p>
      {reasons.map(({ name, reason }) => (
        <section key={name}>
          <h2>{name === "" ? ofItem : `You returned ${name}`}</h2>
          <Notice tone="returned">
            <UserText>{reason}</UserText>
          </Notice>
        </section>
      ))}
      {questions}
    </>
  );
}

interface AboutFileProps extends Pick<ReviewAboutProps, "requestId" | "myId" | "pageCount"> {
  file: StoredFile;
  isSensitive: boolean;
}

function AboutFile({ requestId, myId, file, isSensitive, pageCount }: AboutFileProps) {
  const now = useNow();
  const { data: events = [] } = useQuery(requestEventsOptions({ requestId }));
  const sender = senderOf(file, events, myId);
  // Only reads the file that the stage loads. Loading compares it with the sender's checksum, too.
  const { data: loaded } = useQuery({ ...filePreviewOptions(file), enabled: false });
  const { isFetched: isNoted } = useQuery({ ...fileViewOptions(file), enabled: false });
  // With this opening, which the stage notes.
  const { data: openings = [] } = useQuery({
    ...fileOpeningsOptions({ fileId: file.id }),
    enabled: isNoted,
  });
  return (
    <section>
      <h2>This file</h2>
      <ul className={styles["facts"]}>
        <CheckLine check={file.check === "checking" && loaded ? "verified" : file.check} />
        <li>
          <FileText aria-hidden="true" />
          <span>
            <UserText>{file.name}</UserText>,{" "}
            {pageCount !== undefined && `${formatCount(pageCount, "page")}, `}
            {formatSize(file.size)}
          </span>
        </li>
        <li>
          <Clock aria-hidden="true" />
          <span>
            {sender === undefined ? (
              "Received "
            ) : (
              <>
                From <UserText>{sender}</UserText>,{" "}
              </>
            )}
            {formatWhen(file.storedAt, { now })}
          </span>
        </li>
        {Array.from(openingTexts(openings, { now }), (text, place) => (
          <li key={place}>
            <Eye aria-hidden="true" />
            Opened by {text}
          </li>
        ))}
        {isSensitive && (
          <li>
            <Lock aria-hidden="true" />
            Sensitive
          </li>
        )}
      </ul>
    </section>
  );
}

const checkLines = {
  checking: { Icon: Clock, tone: undefined, text: "Checking…" },
  verified: { Icon: ShieldCheck, tone: "accepted", text: "Verified, arrived as it was sent" },
  damaged: { Icon: FileWarning, tone: "returned", text: "Damaged. Ask for it again." },
};

function CheckLine({ check }: Pick<StoredFile, "check">) {
  const { Icon, tone, text } = checkLines[check];
  return (
    <li data-tone={tone}>
      <Icon aria-hidden="true" />
      {text}
    </li>
  );
}

function stateText(item: ReviewEntry["item"]): string | undefined {
  if (item.isReceivedElsewhere) return "Received another way";
  if (item.state === "partial") return fileProgressText(item);
  return item.state === "submitted" ? "To review" : undefined;
}
