import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { useCallback, useState } from "react";
import { SecondFactor, SecondFactorWaiting } from "../../features/second-factor/second-factor.tsx";
import { ReplaceAuthenticator } from "../../features/security/replace-authenticator.tsx";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { mustEnroll, useSession } from "../../lib/auth/session.ts";
import { signOut } from "../../lib/auth/sign-out.ts";
import { Navigate, useLocation, useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { signInPageOf } from "../guards/sign-in-page.models.ts";
import { isSetUpRequired } from "../guards/set-up-required.ts";

/** Asks for the second factor on the way to `next`: after sign-in, before a reset, or when a page requires it. */
export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const session = useSession();
  /** Remains after the app is set up, while the backup codes are shown. */
  const [setUp, setSetUp] = useState<"backup-code" | "workspace">();
  const given = safeNextPath(parameters.get("next"));
  const next = given ?? (session.status === "recovering" ? pages.resetPassword.href() : pages.landing.href());
  const continueToNext = useCallback(() => navigate(next, { replace: true }), [navigate, next]);

  if (mustEnroll(session) && setUp === undefined) setSetUp("backup-code");
  if (session.status === "in" && session.aal === "aal1" && isSetUpRequired(state) && setUp === undefined) {
    setSetUp("workspace");
  }
  if (session.status === "unknown") {
    return (
      <NarrowPage>
        <SecondFactorWaiting offline={session.offline} />
      </NarrowPage>
    );
  }
  if (session.status === "out") return <Navigate replace to={signInPageOf(session, next)} />;
  if (setUp !== undefined) {
    return (
      <NarrowPage>
        <PageTitle>Set up an authenticator app</PageTitle>
        <ReplaceAuthenticator key={session.userId} reason={setUp} onDone={continueToNext} />
      </NarrowPage>
    );
  }
  if (session.aal === "aal2") return <Navigate replace to={next} />;
  return (
    <NarrowPage>
      <PageTitle>Enter your code</PageTitle>
      <SecondFactor
        key={session.userId}
        who={session}
        onNothingToShow={continueToNext}
        onSignOut={() => void signOut()}
      />
    </NarrowPage>
  );
}
