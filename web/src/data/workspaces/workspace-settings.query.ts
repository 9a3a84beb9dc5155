import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type Branding, toBranding } from "./branding.models.ts";
import { workspaceKeys } from "./keys.ts";

export interface WorkspaceSettings {
  branding: Branding;
  /** IANA time zone of recipients who haven't come yet. */
  zone: string;
  /** New requests begin with it. */
  plan: ReminderPlan;
  requiresSecondFactor: boolean;
  /** Since when that binds members; null: since it was set. */
  secondFactorFrom: string | null;
  /** Days for which files are kept after a request ends; null: for good. */
  retainDays: number | null;
  /** Of sensitive items; null: as long as the others. */
  retainSensitiveDays: number | null;
}

async function fetchSettings(workspaceId: string, signal: AbortSignal): Promise<WorkspaceSettings> {
  const { data, error } = await dataClient()
    .rpc("workspace_settings", { workspace: workspaceId }, { get: true })
    .select(
      "accent, logo, zone, reminder_plan, require_second_factor, second_factor_from, retain_days, retain_sensitive_days",
    )
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return {
    branding: toBranding(data),
    zone: data.zone,
    plan: data.reminder_plan,
    requiresSecondFactor: data.require_second_factor,
    secondFactorFrom: data.second_factor_from,
    retainDays: data.retain_days,
    retainSensitiveDays: data.retain_sensitive_days,
  };
}

export function workspaceSettingsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: workspaceKeys.settings(workspaceId),
    queryFn: ({ signal }) => fetchSettings(workspaceId, signal),
  });
}
