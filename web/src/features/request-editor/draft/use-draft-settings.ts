import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { useQuery } from "@tanstack/react-query";
import type { Request } from "../../../data/requests/request.models.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { retentionOptions } from "../../../data/retention/retention.query.ts";
import type { Term } from "../../../data/retention/term.models.ts";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";

export interface DraftSettings {
  /** Undefined until the draft is saved. */
  request: Request | undefined;
  plan: ReminderPlan | undefined;
  term: Term | undefined;
}

/** Settings that a draft has besides its text. A new request begins with those of its workspace. */
export function useDraftSettings(workspaceId: string, requestId: string | undefined): DraftSettings {
  const { data: defaults } = useQuery(workspaceSettingsOptions({ workspaceId }));
  const isSaved = requestId !== undefined;
  const { data: request } = useQuery({ ...requestOptions({ id: requestId ?? "" }), enabled: isSaved });
  const { data: retention } = useQuery({
    ...retentionOptions({ requestId: requestId ?? "" }),
    enabled: isSaved,
  });
  return {
    request,
    plan: request?.reminderPlan ?? defaults?.plan,
    term:
      retention ?? (defaults && { days: defaults.retainDays, sensitiveDays: defaults.retainSensitiveDays }),
  };
}
