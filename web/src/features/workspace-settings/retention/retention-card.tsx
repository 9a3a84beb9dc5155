import { useQuery } from "@tanstack/react-query";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { RetentionForm } from "./retention-form.tsx";

/** The workspace's retention of files and answers. */
export function RetentionCard({ workspace }: { workspace: Workspace }) {
  const settings = useQuery(workspaceSettingsOptions({ workspaceId: workspace.id }));
  return (
    <SectionCard
      title="How long files are kept"
      text="Counted from the day a request ends. Recipients see it before they add anything."
      busy={settings.isPending}
    >
      {settings.isPending && <Skeleton height="160px" radius="var(--radius-control)" />}
      {settings.isError && !settings.data && (
        <ErrorState
          level={3}
          error={errorSentences(settings.error)}
          onRetry={() => void settings.refetch()}
          busy={settings.isFetching}
        />
      )}
      {settings.data && <RetentionForm workspaceId={workspace.id} settings={settings.data} />}
    </SectionCard>
  );
}
