import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { MessageSquareQuote } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useRemoveReason } from "../../../data/reasons/remove-reason.mutation.ts";
import { useSaveReason } from "../../../data/reasons/save-reason.mutation.ts";
import { savedReasonsOptions } from "../../../data/reasons/saved-reasons.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences, errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { SettingRow, SettingRows, SettingRowsSkeleton } from "../../../ui/layout/setting-rows.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../workspace-settings.module.css";

/** Reasons that are offered when a member returns something. */
export function ReasonsCard({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id;
  const reasons = useQuery(savedReasonsOptions({ workspaceId }));
  const save = useSaveReason();
  const remove = useRemoveReason();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const reason = typed.trim();
  const problem = tried && reason === "" ? "Enter a reason." : save.error && errorText(save.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    field.current?.focus();
    if (reason === "" || save.isPending) return;
    save.mutate(
      { workspaceId, reason },
      {
        onSuccess: () => {
          setTyped((now) => (now.trim() === reason ? "" : now));
          setTried(false);
        },
      },
    );
  };

  return (
    <SectionCard
      title="Saved reasons"
      text="Suggested when you return something, before the usual ones."
      busy={reasons.isPending}
    >
      {reasons.isPending && <SettingRowsSkeleton rows={1} />}
      {reasons.isError && !reasons.data && (
        <ErrorState
          level={3}
          error={errorSentences(reasons.error)}
          onRetry={() => void reasons.refetch()}
          busy={reasons.isFetching}
        />
      )}
      {reasons.data && reasons.data.length > 0 && (
        <SettingRows label="Saved reasons">
          {reasons.data.map((saved) => (
            <SettingRow key={saved} icon={<MessageSquareQuote aria-hidden="true" />} title={saved}>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove “${saved}”`}
                busy={remove.isPending && remove.variables.reason === saved}
                onClick={() => remove.mutate({ workspaceId, reason: saved })}
              >
                Remove
              </Button>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      {remove.error && (
        <Notice tone="returned" announce>
          {errorText(remove.error)}
        </Notice>
      )}
      {reasons.data && (
        <form onSubmit={submit} noValidate className={styles["form"]}>
          <Field label="New reason" labelHidden error={problem}>
            <TextInput
              ref={field}
              placeholder="Page 2 is cut off. Please send the whole page."
              maxLength={limits.savedReasonLength}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setTried(false);
                if (save.isError) save.reset();
              }}
            />
          </Field>
          <Button type="submit" busy={save.isPending}>
            Add
          </Button>
        </form>
      )}
    </SectionCard>
  );
}
