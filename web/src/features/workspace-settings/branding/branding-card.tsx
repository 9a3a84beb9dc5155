import { useQuery } from "@tanstack/react-query";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { BrandingForm } from "./branding-form.tsx";

/** The workspace's look to recipients. */
export function BrandingCard({ workspace }: { workspace: Workspace }) {
  const settings = useQuery(workspaceSettingsOptions({ workspaceId: workspace.id }));
  return (
    <SectionCard
      title="Logo and colour"
      text="Recipients see both on the pages of your requests. Emails show the name only."
      busy={settings.isPending}
    >
      {settings.isPending && <Skeleton height="260px" radius="var(--radius-control)" />}
      {settings.isError && !settings.data && (
        <ErrorState
          level={3}
          error={errorSentences(settings.error)}
          onRetry={() => void settings.refetch()}
          busy={settings.isFetching}
        />
      )}
      {settings.data && <BrandingForm workspace={workspace} saved={settings.data.branding} />}
    </SectionCard>
  );
}
