import { useQuery } from "@tanstack/react-query";
import { useChangeName } from "../../data/profile/change-name.mutation.ts";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { NameForm } from "./name-form.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";

export function NameCard({ userId }: { userId: string }) {
  const change = useChangeName();
  const name = useQuery(displayNameOptions({ userId }));
  return (
    <SectionCard
      title="Your name"
      text="Shown to everyone you exchange requests with and to members of your workspace."
      busy={name.isPending}
    >
      {name.isPending && (
        <div>
          <LiveRegion message="Loading your name" />
          <Skeleton height="40px" radius="var(--radius-control)" />
        </div>
      )}
      {name.isError && name.data === undefined && (
        <ErrorState
          level={3}
          error={errorSentences(name.error)}
          onRetry={() => void name.refetch()}
          busy={name.isFetching}
        />
      )}
      {name.data !== undefined && (
        <NameForm
          name={name.data}
          isSaving={change.isPending}
          error={change.error}
          onSave={(displayName, callbacks) => change.mutate({ displayName }, callbacks)}
        />
      )}
    </SectionCard>
  );
}
