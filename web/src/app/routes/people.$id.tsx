import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useParams } from "react-router-dom";
import { personOptions } from "../../data/people/person.query.ts";
import { PersonScreen } from "../../features/people/person-screen.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { toAppError } from "../../lib/errors.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";

const LeadToSecondFactor = lazy(async () => ({
  default: (await import("../guards/lead-to-second-factor.tsx")).LeadToSecondFactor,
}));

/**
 * A person's workspace is the current one from then on. Somebody who isn't found may be hidden by a workspace that requires a
 * second factor, which is set up first.
 */
export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const who = identityOf(useSession());
  // The page below reads it.
  const { data, error } = useQuery({ ...personOptions({ id }), enabled: false });
  const workspaceId = data?.workspaceId;
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  const isMissing = data === undefined && error !== null && toAppError(error).code === "not_found";
  return (
    <>
      <PersonScreen key={id} personId={id} onNavigate={(href) => navigate(href)} />
      {isMissing && who && (
        <Suspense fallback={null}>
          <LeadToSecondFactor who={who} next={pathname + search} />
        </Suspense>
      )}
    </>
  );
}
