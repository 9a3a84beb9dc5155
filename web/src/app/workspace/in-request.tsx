import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useParams } from "react-router-dom";
import { requestOptions } from "../../data/requests/request.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { toAppError } from "../../lib/errors.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { useLocation } from "../../lib/navigation.tsx";

const LeadToSecondFactor = lazy(async () => ({
  default: (await import("../guards/lead-to-second-factor.tsx")).LeadToSecondFactor,
}));

/**
 * Around pages of one request: its workspace is the current one from then on. A request that isn't found may be hidden by a
 * workspace that requires a second factor, which is set up first.
 */
export function Component({ children }: { children: ReactNode }) {
  const { id = "" } = useParams();
  const who = identityOf(useSession());
  const { pathname, search } = useLocation();
  // The page below reads it.
  const { data, error } = useQuery({ ...requestOptions({ id }), enabled: false });
  const workspaceId = data?.workspace.id;
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  const isMissing = data === undefined && error !== null && toAppError(error).code === "not_found";
  return (
    <>
      {children}
      {isMissing && who && (
        <Suspense fallback={null}>
          <LeadToSecondFactor who={who} next={pathname + search} />
        </Suspense>
      )}
    </>
  );
}
