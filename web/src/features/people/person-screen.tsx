import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { personOptions } from "../../data/people/person.query.ts";
import { type ErrorSentences, errorSentences, toAppError } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { pollInterval } from "../../lib/poll-interval.ts";
import { buttonClass } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { PersonBody } from "./person-body.tsx";
import { PersonSkeleton } from "./person-skeleton.tsx";

/** Not in the catalogue of errors, which a wrong address doesn't load. */
const missing: ErrorSentences = {
  what: "This person doesn’t exist, or you don’t have access to them.",
  next: "Check the address, or go back to your people.",
};

interface PersonScreenProps {
  personId: string;
  onNavigate: (href: string) => void;
}

/** One person across their requests, kept up to date by polling. */
export function PersonScreen({ personId, onNavigate }: PersonScreenProps) {
  const person = useQuery({ ...personOptions({ id: personId }), refetchInterval: pollInterval });
  if (person.isPending) return <PersonSkeleton />;
  if (!person.data) {
    const isMissing = toAppError(person.error).code === "not_found";
    return (
      <>
        <PageTitle>Person</PageTitle>
        <ErrorState
          level={1}
          error={isMissing ? missing : errorSentences(person.error)}
          onRetry={isMissing ? undefined : () => void person.refetch()}
          busy={person.isFetching}
          action={
            isMissing && (
              <Link className={buttonClass()} to={pages.people.href()}>
                Go to your people
              </Link>
            )
          }
        />
      </>
    );
  }
  return <PersonBody person={person.data} staleBecause={person.error} onNavigate={onNavigate} />;
}
