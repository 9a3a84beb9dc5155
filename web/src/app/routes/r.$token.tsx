import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { ChecklistSkeleton } from "../../features/answer/checklist-skeleton.tsx";
import { LinkEntry } from "../../features/link-entry/link-entry.tsx";
import { LinkSignInIntro } from "../../features/link-entry/link-sign-in-intro.tsx";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";

// Loaded only when signed in, like the client that signing out needs.
const JoinedChecklist = lazy(async () => ({ default: (await import("./r.checklist.tsx")).JoinedChecklist }));
const leave = async () => {
  const { signOut } = await import("../../lib/auth/sign-out.ts");
  await signOut();
};

export function Component() {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  return (
    <LinkEntry
      // Keyed by token: nothing of the previous link may remain on screen.
      key={token}
      token={token}
      signIn={
        <SignInForm
          next={pages.link.href({ token })}
          intro={<LinkSignInIntro />}
          // The page follows the session store, so it needs no callback.
          onSignedIn={() => undefined}
        />
      }
      checklistSkeleton={<ChecklistSkeleton />}
      renderChecklist={(opened) => (
        <Suspense fallback={<ChecklistSkeleton />}>
          <JoinedChecklist {...opened} onInbox={() => void navigate(pages.inbox.href())} onSignOut={leave} />
        </Suspense>
      )}
      onSignOut={leave}
    />
  );
}
