import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { useCallback } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { SecondFactor, SecondFactorWaiting } from "../../features/second-factor/second-factor.tsx";
import { signOut } from "../../features/session/sign-out.ts";
import { Door } from "../../features/sign-in/door.tsx";
import { useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { signInPageOf } from "../guards/sign-in-page.models.ts";

/** The second factor on the way to `next`: after a sign-in, before a reset, or where a page asks for more. */
export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const given = safeNextPath(parameters.get("next"));
  const next = given ?? (session.status === "recovering" ? pages.resetPassword.href() : pages.landing.href());
  const goOn = useCallback(() => void navigate(next, { replace: true }), [navigate, next]);

  if (session.status === "unknown") {
    return (
      <Door>
        <SecondFactorWaiting offline={session.offline} />
      </Door>
    );
  }
  if (session.status === "out") return <Navigate replace to={signInPageOf(session, next)} />;
  if (session.aal === "aal2") return <Navigate replace to={next} />;
  return (
    <Door>
      <PageTitle>Enter your code</PageTitle>
      <SecondFactor
        key={session.userId}
        who={session}
        onNothingToShow={goOn}
        onSignOut={() => void signOut()}
      />
    </Door>
  );
}
