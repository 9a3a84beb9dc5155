import { pages } from "@sheaf/contract/pages";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { secondaryLinkClass } from "../../features/sign-in/entry/secondary-link.ts";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";
import { SignInIntro } from "../../features/sign-in/entry/sign-in-intro.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link, Navigate, useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useNextPage } from "../next-page.ts";

export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = useNextPage();
  const reason = useHydrated() ? parameters.get("reason") : null;
  const onward = next === undefined ? {} : { next };
  const target = next ?? pages.landing.href();
  if (identityOf(session)) return <Navigate replace to={target} />;
  return (
    <NarrowPage>
      <PageTitle>Sign in</PageTitle>
      <SignInForm
        next={target}
        autoFocus
        showOtherWays
        forgotten={
          <Link className={secondaryLinkClass} to={pages.forgotPassword.href(onward)}>
            Forgot your password?
          </Link>
        }
        beside={
          <Link className={secondaryLinkClass} to={pages.signUp.href(onward)}>
            New here? Sign up
          </Link>
        }
        intro={<SignInIntro reason={reason} />}
        onSignedIn={() => navigate(target, { replace: true })}
      />
    </NarrowPage>
  );
}
