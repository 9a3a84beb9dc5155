import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { signOut } from "../../features/session/sign-out.ts";
import { Door } from "../../features/sign-in/door.tsx";
import { ResetPassword } from "../../features/sign-in/reset-password.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { detourOf } from "../guards/detour.models.ts";
import { PageLoading } from "../layouts/page-loading.tsx";

/** Open to whoever is in the middle of a reset, and until they have read that it is done. */
export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const [entered, setEntered] = useState(false);
  if (session.status === "recovering" && !entered) setEntered(true);

  const next = safeNextPath(parameters.get("next"));
  const onward = next === undefined ? {} : { next };
  const identity = identityOf(session);
  if (session.status === "unknown") return <PageLoading />;
  if (!identity) {
    // Cancelling signs out, which leads to the door; a stranger at this address asks for the mail first.
    return (
      <Navigate
        replace
        to={
          session.status === "out" && session.reason
            ? pages.signIn.href({ ...onward, reason: session.reason })
            : pages.forgotPassword.href(onward)
        }
      />
    );
  }
  // Straight to this address, a reset still needs the second factor of an account that has one.
  if (session.status === "recovering" && session.needsSecondFactor) {
    return <Navigate replace to={detourOf(session, next ?? pages.landing.href()) ?? pages.landing.href()} />;
  }
  if (!entered) return <Navigate replace to={next ?? pages.landing.href()} />;
  return (
    <Door>
      <PageTitle>Choose a new password</PageTitle>
      <ResetPassword
        key={identity.userId}
        email={identity.email}
        onContinue={() => void navigate(next ?? pages.landing.href(), { replace: true })}
        onCancel={async () => {
          await signOut();
        }}
      />
    </Door>
  );
}
