import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense } from "react";
import { ChecklistSkeleton } from "../../features/answer/checklist-skeleton.tsx";
import { JoinedLink } from "../../features/link-entry/joined-link.tsx";
import type { Identity } from "../../lib/auth/session.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { useSignOut } from "../use-sign-out.ts";

// Loaded once the link has given access.
const JoinedChecklist = lazy(async () => ({ default: (await import("./r.checklist.tsx")).JoinedChecklist }));

interface JoinedProps {
  token: string;
  person: Identity;
}

/** The page behind a link for a signed-in person. */
export function Joined({ token, person }: JoinedProps) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <JoinedLink
      token={token}
      person={person}
      checklistSkeleton={<ChecklistSkeleton />}
      renderChecklist={(opened) => (
        <Suspense fallback={<ChecklistSkeleton />}>
          <JoinedChecklist {...opened} onInbox={() => navigate(pages.inbox.href())} onSignOut={signOut} />
        </Suspense>
      )}
      onSignOut={signOut}
    />
  );
}
