import { pages } from "@sheaf/contract/pages";
import { useNavigate, useParams } from "react-router-dom";
import { Checklist } from "../../features/answer/checklist.tsx";
import { LinkAccount } from "../../features/link-entry/link-account.tsx";
import { LinkEntry } from "../../features/link-entry/link-entry.tsx";
import { LinkSignInIntro } from "../../features/link-entry/link-sign-in-intro.tsx";
import { signOut } from "../../lib/auth/sign-out.ts";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";

export function Component() {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
  };
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
      renderChecklist={({ requestId, userId, email }) => (
        <Checklist
          requestId={requestId}
          userId={userId}
          account={
            <LinkAccount email={email} onInbox={() => void navigate(pages.inbox.href())} onSignOut={leave} />
          }
        />
      )}
      onSignOut={leave}
    />
  );
}
