import { useQueries } from "@tanstack/react-query";
import { type ReactNode, type UIEvent, useState } from "react";
import { filePreviewOptions } from "../../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../../data/files/file.models.ts";
import { formatWhen } from "../../../lib/dates.ts";
import { useNow } from "../../../lib/now.ts";
import { FilePreview } from "../../../steps/preview/file-preview.tsx";
import type { FileView } from "../../../steps/preview/file-view.models.ts";
import type { Pager } from "../../../steps/preview/page-stack.tsx";
import type { FileViewControls } from "../../../steps/preview/use-file-view.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Veil } from "../../../ui/layout/veil.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { ItemAnswerText } from "../item/item-answer-text.tsx";
import { entriesAhead, type ReviewEntry } from "./review-queue.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./review-stage.module.css";

const advice = {
  locked: "Without the password, return the item and ask for a copy that has none.",
  broken: "It may be damaged. Download it and open it in another app, or return it.",
  large: "Download it and open it in another app, or return it and ask for a smaller copy.",
};

interface ReviewStageProps {
  entry: ReviewEntry;
  entries: readonly ReviewEntry[];
  controls: FileViewControls;
  /** That the shown file can be compared with. */
  replaced: readonly StoredFile[];
  compared: StoredFile | undefined;
  onCompareWith: (fileId: string) => void;
}

/** The shown file or answer, or two files side by side. */
export function ReviewStage(props: ReviewStageProps) {
  const { entry, entries, controls, replaced, compared, onCompareWith } = props;
  const { item, file } = entry;
  const now = useNow();
  const [side, setSide] = useState<"old" | "new">("new");
  const loading = useQueries({ queries: (file ? [file] : []).map((one) => filePreviewOptions(one)) });
  const isShown = loading.every(({ isFetched }) => isFetched);
  // Two files beside each other are enough to hold in memory.
  const ahead = isShown && !compared ? entriesAhead(entries, entry) : [];
  const shown = [...(file ? [entry] : []), ...ahead.filter(({ key }) => key !== entry.key)];
  return (
    <div
      className={styles["panes"]}
      data-compares={compared ? side : undefined}
      onScrollCapture={compared && scrollTogether}
    >
      {compared && (
        <>
          <div className={styles["sides"]} role="group" aria-label="Shown file">
            <Button size="small" aria-pressed={side === "old"} onClick={() => setSide("old")}>
              Returned
            </Button>
            <Button size="small" aria-pressed={side === "new"} onClick={() => setSide("new")}>
              New
            </Button>
          </div>
          <div className={styles["pane"]} data-side="old">
            <div className={styles["caption"]}>
              <Chip tone="returned">Returned</Chip>
              {replaced.length > 1 ? (
                <Select
                  size="small"
                  aria-label="Returned file to compare with"
                  value={compared.id}
                  onChange={(event) => onCompareWith(event.target.value)}
                >
                  {replaced.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              ) : (
                <UserText as="b" translate="no">
                  {compared.name}
                </UserText>
              )}
            </div>
            <Shown
              key={compared.id}
              file={compared}
              isSensitive={item.isSensitive}
              view={{ ...controls.view, turn: 0 }}
            />
          </div>
        </>
      )}
      {!file && item.answer && (
        <div className={styles["answer"]} data-scrolls="">
          <ItemAnswerText key={item.id} item={item} answer={item.answer} />
        </div>
      )}
      {shown.map(({ key, file: one, item: owner }) => {
        if (!one) return null;
        const isCurrent = key === entry.key;
        return (
          <div
            key={key}
            className={styles["pane"]}
            data-side="new"
            data-ahead={isCurrent ? undefined : ""}
            inert={!isCurrent}
            style={{ visibility: isCurrent ? undefined : "hidden" }}
          >
            {isCurrent && compared && (
              <div className={styles["caption"]}>
                <Chip tone="submitted">New</Chip>
                <UserText as="b" translate="no">
                  {one.name}
                </UserText>
                <span>{formatWhen(one.storedAt, { now })}</span>
              </div>
            )}
            <Shown
              file={one}
              isAhead={!isCurrent}
              isSensitive={owner.isSensitive}
              view={isCurrent ? controls.view : controls.nextView}
              onPager={isCurrent ? controls.setPager : undefined}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ShownProps {
  file: StoredFile;
  isAhead?: boolean;
  isSensitive: boolean;
  view: FileView;
  onPager?: ((pager: Pager) => void) | undefined;
}

function Shown({ file, isAhead = false, isSensitive, view, onPager }: ShownProps): ReactNode {
  const preview = <FilePreview file={file} isAhead={isAhead} advice={advice} view={view} onPager={onPager} />;
  return (
    <div className={styles["file"]}>
      {isSensitive ? (
        <Veil noun="file" which={file.name}>
          {preview}
        </Veil>
      ) : (
        preview
      )}
    </div>
  );
}

/** Scrolls the other file to the same share of its length. */
function scrollTogether({ currentTarget, target }: UIEvent<HTMLElement>): void {
  for (const other of currentTarget.querySelectorAll("[data-scrolls]")) {
    if (!(target instanceof Element) || other === target) continue;
    const range = (element: Element) => Math.max(element.scrollHeight - element.clientHeight, 1);
    const top = (target.scrollTop / range(target)) * range(other);
    // Setting it comes back here for the other one, which then is where it should be.
    if (Math.abs(other.scrollTop - top) > 2) other.scrollTop = top;
  }
}
