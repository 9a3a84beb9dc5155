import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { toAppError } from "../../lib/errors.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { useLocation } from "../../lib/navigation.tsx";

const LeadToSecondFactor = lazy(async () => ({
  default: (await import("../guards/lead-to-second-factor.tsx")).LeadToSecondFactor,
}));

interface OfFoundWorkspaceProps {
  /** Of what the page shows; undefined until it is found. */
  workspaceId: string | undefined;
  error: unknown;
  children: ReactNode;
}

/**
 * Around a page whose address names something of a workspace, which is the current one from then on. What isn't found may be
 * hidden by a workspace that requires a second factor, which is set up first.
 */
export function OfFoundWorkspace({ workspaceId, error, children }: OfFoundWorkspaceProps) {
  const who = identityOf(useSession());
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  const isMissing = workspaceId === undefined && error !== null && toAppError(error).code === "not_found";
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
