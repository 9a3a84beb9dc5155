import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersOptions } from "../../../data/members/members.query.ts";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useNow } from "../../../lib/now.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { RequirementDialog } from "./requirement-dialog.tsx";
import { WithoutFactor } from "./without-factor.tsx";

interface SecondFactorCardProps {
  workspace: Workspace;
  userId: string;
}

/** The two-factor requirement for members, with those who are locked out or will be. */
export function SecondFactorCard({ workspace, userId }: SecondFactorCardProps) {
  const settings = useQuery(workspaceSettingsOptions({ workspaceId: workspace.id }));
  const members = useQuery(membersOptions({ workspaceId: workspace.id }));
  /** The setting that is being confirmed. */
  const [wanted, setWanted] = useState<boolean>();
  const now = useNow();
  const failed = (settings.data ? null : settings.error) ?? (members.data ? null : members.error);
  const isLoading = !failed && (settings.isPending || members.isPending);
  const me = members.data?.find((member) => member.userId === userId);
  const without = members.data?.filter(({ hasSecondFactor }) => hasSecondFactor === false) ?? [];
  const isRequired = settings.data?.requiresSecondFactor ?? false;

  return (
    <SectionCard
      title="Require two-factor authentication"
      text="Members need an authenticator app to open requests and files. Recipients don’t."
      busy={isLoading}
      footer={
        me &&
        settings.data &&
        (me.hasSecondFactor ? (
          <Button onClick={() => setWanted(!isRequired)}>
            {isRequired ? "Stop requiring it" : "Require it"}
          </Button>
        ) : (
          <Link className={buttonClass()} to={pages.security.href()}>
            Set it up for yourself first
          </Link>
        ))
      }
    >
      {isLoading && <Skeleton height="44px" radius="var(--radius-control)" />}
      {failed && (
        <ErrorState
          level={3}
          error={errorSentences(failed)}
          onRetry={() => void Promise.all([settings.refetch(), members.refetch()])}
        />
      )}
      {settings.data && isRequired && (
        <WithoutFactor
          workspace={workspace}
          members={without}
          from={settings.data.secondFactorFrom}
          now={now}
        />
      )}
      {wanted !== undefined && (
        <RequirementDialog
          workspace={workspace}
          isRequired={wanted}
          without={without}
          onClose={() => setWanted(undefined)}
        />
      )}
    </SectionCard>
  );
}
