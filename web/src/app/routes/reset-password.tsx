import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { useState } from "react";
import { signOut } from "../../lib/auth/sign-out.ts";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { ResetPassword } from "../../features/sign-in/password/reset-password.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate, useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { detourOf } from "../guards/detour.models.ts";
import { PageLoading } from "../layouts/page-loading.tsx";

/** Open during a reset, and afterwards until the confirmation is dismissed. */
export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const [entered, setEntered] = useState(false);
  if (session.status === "recovering" && !entered) setEntered(true);

  const next = safeNextPath(parameters.get("next"));
  const onward = next === undefined ? {} : { next };
  const identity = identityOf(session);
  if (session.status === "unknown") return <PageLoading />;
  if (!identity) {
    // Cancelling signs out, which redirects to sign-in; a signed-out visitor has to request the email first.
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
  // Even when opened directly, a reset requires the second factor if the account has one.
  if (session.status === "recovering" && (session.needsSecondFactor || session.mustEnroll)) {
    return <Navigate replace to={detourOf(session, next ?? pages.landing.href()) ?? pages.landing.href()} />;
  }
  if (!entered) return <Navigate replace to={next ?? pages.landing.href()} />;
  return (
    <NarrowPage>
      <PageTitle>Choose a new password</PageTitle>
      <ResetPassword
        key={identity.userId}
        email={identity.email}
        onContinue={() => navigate(next ?? pages.landing.href(), { replace: true })}
        onCancel={async () => {
          await signOut();
        }}
      />
    </NarrowPage>
  );
}
