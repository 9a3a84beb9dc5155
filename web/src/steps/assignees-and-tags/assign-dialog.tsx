import { useQuery } from "@tanstack/react-query";
import { Check, CircleDashed } from "lucide-react";
import { membersOptions } from "../../data/members/members.query.ts";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import styles from "./choices.module.css";

interface AssignDialogProps {
  workspaceId: string;
  /** The signed-in user. */
  userId: string;
  requests: readonly Pick<RequestSummary, "title" | "assigneeId">[];
  onClose: () => void;
  onAssign: (assignee: { assigneeId: string | null; name: string }) => void;
}

/** Chooses the member who looks after requests from now on. */
export function AssignDialog({ workspaceId, userId, requests, onClose, onAssign }: AssignDialogProps) {
  const members = useQuery(membersOptions({ workspaceId }));
  const [first] = requests;
  const current = new Set(requests.map(({ assigneeId }) => assigneeId));
  const choices = [
    ...(members.data ?? []).map(({ userId: id, name }) => ({
      id,
      name,
      label: id === userId ? `${name} (you)` : name,
    })),
    { id: null, name: "", label: "Nobody" },
  ];
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={
        first && requests.length === 1
          ? `Assign “${first.title}”`
          : `Assign ${formatCount(requests.length, "request")}`
      }
    >
      <p className={styles["about"]}>The assignee gets the emails about what arrives.</p>
      {members.isPending && <SettingRowsSkeleton rows={2} />}
      {members.isError && !members.data && (
        <ErrorState
          level={3}
          error={errorSentences(members.error)}
          onRetry={() => void members.refetch()}
          busy={members.isFetching}
        />
      )}
      {members.data && (
        <ul className={styles["choices"]}>
          {choices.map(({ id, name, label }, place) => {
            const isCurrent = current.size === 1 && current.has(id);
            return (
              <li key={id}>
                <button
                  ref={place === 0 ? focusOnOpen : null}
                  type="button"
                  aria-current={isCurrent || undefined}
                  onClick={() => onAssign({ assigneeId: id, name })}
                >
                  {id === null ? <CircleDashed aria-hidden="true" /> : <Avatar name={name} />}
                  <span>{label}</span>
                  {isCurrent && <Check aria-hidden="true" />}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
