import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { fetchHistory, historyOptions, historyVerdictOptions } from "../../../data/events/history.query.ts";
import { errorSentences, errorText } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { saveBlob } from "../../../lib/save-blob.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { eventText, matching, verdictText } from "./history.models.ts";
import { toHistoryCsv } from "../../../steps/history/history-csv.models.ts";
import styles from "./history.module.css";

interface HistoryDialogProps {
  requestId: string;
  myId: string;
  now: Date;
  onClose: () => void;
}

/** The whole history: verified, searched and saved. */
export function HistoryDialog({ requestId, myId, now, onClose }: HistoryDialogProps) {
  const history = useInfiniteQuery(historyOptions({ requestId }));
  const { data: verdict, error: verdictError } = useQuery(historyVerdictOptions({ requestId }));
  const [search, setSearch] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = history;

  // A search is about the whole history.
  const mayFetchMore = search.trim() !== "" && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (mayFetchMore) void fetchNextPage();
  }, [mayFetchMore, fetchNextPage]);

  const save = async () => {
    setFailure(undefined);
    setSaving(true);
    try {
      const csv = toHistoryCsv(await fetchHistory(requestId));
      saveBlob(new Blob([csv], { type: "text/csv" }), "history.csv");
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setSaving(false);
    }
  };

  const events = history.data?.pages.flat() ?? [];
  const found = matching(events, { search, myId });
  const Shield = verdict?.brokenSeq === null ? ShieldCheck : ShieldAlert;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="History"
      footer={
        <Button busy={isSaving} onClick={() => void save()}>
          Save as CSV
        </Button>
      }
    >
      <div className={styles["history"]}>
        {verdict && (
          <p
            className={styles["verdict"]}
            data-broken={verdict.brokenSeq === null ? undefined : ""}
            title={verdict.head}
          >
            <Shield aria-hidden="true" />
            {verdictText(verdict, now)}
          </p>
        )}
        {verdictError && <Notice tone="returned">{errorSentences(verdictError).what}</Notice>}
        {failure !== undefined && <Notice tone="returned">{failure}</Notice>}
        <Field label="Search the history">
          <TextInput
            type="search"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </Field>
        {history.isPending && <Skeleton width="100%" height="200px" />}
        {isError && (
          <ErrorState
            error={errorSentences(history.error)}
            onRetry={() => void history.refetch()}
            busy={history.isFetching}
          />
        )}
        <p role="status" className={styles["count"]}>
          {search.trim() !== "" && !hasNextPage && formatCount(found.length, "event")}
        </p>
        <ol className={styles["events"]}>
          {found.map((event) => (
            <li key={event.seq}>
              <span className={styles["seq"]}>{event.seq}</span>
              <span>{eventText(event, myId)}</span>
              <time dateTime={event.at}>{formatMoment(event.at, { now })}</time>
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button size="small" variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older events
          </Button>
        )}
      </div>
    </Dialog>
  );
}
