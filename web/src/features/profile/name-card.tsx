import { useQuery } from "@tanstack/react-query";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { NameForm } from "./name-form.tsx";

/** What the person is called by everybody they meet here. */
export function NameCard({ userId }: { userId: string }) {
  const name = useQuery(displayNameOptions({ userId }));
  return (
    <SectionCard
      title="Your name"
      text="The people you ask, those who ask you, and everyone in your workspace read it."
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
      {name.data !== undefined && <NameForm name={name.data} />}
    </SectionCard>
  );
}
