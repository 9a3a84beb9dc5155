import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type WorkspaceSettings,
  workspaceSettingsOptions,
} from "../../../data/workspaces/workspace-settings.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";

interface LoadedSettingsProps {
  workspaceId: string;
  /** Of the first card. */
  title: string;
  children: (settings: WorkspaceSettings) => ReactNode;
}

/** A card in the place of others until a workspace's settings are loaded. */
export function LoadedSettings({ workspaceId, title, children }: LoadedSettingsProps) {
  const settings = useQuery(workspaceSettingsOptions({ workspaceId }));
  if (settings.data) return children(settings.data);
  return (
    <SectionCard title={title} busy={settings.isPending}>
      {settings.isError ? (
        <ErrorState
          level={3}
          error={errorSentences(settings.error)}
          onRetry={() => void settings.refetch()}
          busy={settings.isFetching}
        />
      ) : (
        <Skeleton height="260px" radius="var(--radius-control)" />
      )}
    </SectionCard>
  );
}
