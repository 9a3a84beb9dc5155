import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { myPreferencesOptions } from "../../data/member-emails/my-preferences.query.ts";
import {
  type ArrivalEmails,
  type EmailPreference,
  isArrivalEmails,
} from "../../data/member-emails/preference.models.ts";
import { useSetPreference } from "../../data/member-emails/set-preference.mutation.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { Select } from "../../ui/forms/select.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { SettingRow, SettingRows, SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Notice } from "../../ui/status/notice.tsx";

const choices: readonly { value: ArrivalEmails; label: string; detail: string }[] = [
  { value: "each", label: "As it arrives", detail: "At most one email per request in ten minutes." },
  { value: "daily", label: "Once a day", detail: "At 8:00, with what is overdue and who can’t be emailed." },
  { value: "none", label: "Never", detail: "The list of requests still shows what is new." },
];

/** Emails about what arrives, for each of the user's workspaces. Hidden from users who have none. */
export function ArrivalsCard({ userId }: { userId: string }) {
  const preferences = useQuery(myPreferencesOptions({ userId }));
  const set = useSetPreference();
  const toast = useToast();
  if (preferences.data?.length === 0) return null;

  const choose = ({ workspaceId }: EmailPreference, arrivals: string) =>
    isArrivalEmails(arrivals) &&
    set.mutate(
      { workspaceId, arrivals },
      { onSuccess: () => toast({ message: "Your choice has been saved.", tone: "success" }) },
    );
  /** Shows the choice while it is being saved, so that the list doesn't jump back. */
  const chosen = ({ workspaceId, arrivals }: EmailPreference) =>
    set.isPending && set.variables.workspaceId === workspaceId ? set.variables.arrivals : arrivals;

  return (
    <SectionCard
      title="When something arrives"
      text="Email about files and answers in requests that you created, sent or watch. Never about what you do yourself."
      busy={preferences.isPending}
    >
      {preferences.isPending && <SettingRowsSkeleton rows={1} />}
      {preferences.isError && !preferences.data && (
        <ErrorState
          level={3}
          error={errorSentences(preferences.error)}
          onRetry={() => void preferences.refetch()}
          busy={preferences.isFetching}
        />
      )}
      {preferences.data && (
        <SettingRows label="Your workspaces">
          {preferences.data.map((preference) => (
            <SettingRow
              key={preference.workspaceId}
              icon={<Mail aria-hidden="true" />}
              title={preference.workspaceName}
              detail={choices.find(({ value }) => value === chosen(preference))?.detail}
            >
              <Select
                size="small"
                aria-label={`Email from ${preference.workspaceName}`}
                value={chosen(preference)}
                disabled={set.isPending}
                onChange={(event) => choose(preference, event.target.value)}
              >
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      {set.error && (
        <Notice tone="returned" announce>
          {errorText(set.error)}
        </Notice>
      )}
    </SectionCard>
  );
}
