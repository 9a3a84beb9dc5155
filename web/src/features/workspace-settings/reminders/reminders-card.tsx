import { useQuery } from "@tanstack/react-query";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { RemindersForm } from "./reminders-form.tsx";

/** The plan that new requests begin with. */
export function RemindersCard({ workspace }: { workspace: Workspace }) {
  const settings = useQuery(workspaceSettingsOptions({ workspaceId: workspace.id }));
  return (
    <SectionCard
      title="Reminders"
      text="Used for new requests. Each request can have its own schedule."
      busy={settings.isPending}
    >
      {settings.isPending && <Skeleton height="240px" radius="var(--radius-control)" />}
      {settings.isError && !settings.data && (
        <ErrorState
          level={3}
          error={errorSentences(settings.error)}
          onRetry={() => void settings.refetch()}
          busy={settings.isFetching}
        />
      )}
      {settings.data && <RemindersForm workspaceId={workspace.id} settings={settings.data} />}
    </SectionCard>
  );
}
