import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { Link, useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { ForgotPassword } from "../../features/sign-in/password/forgot-password.tsx";
import { secondaryLinkClass } from "../../features/sign-in/entry/secondary-link.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const next = safeNextPath(parameters.get("next"));
  const onward = next === undefined ? {} : { next };
  return (
    <NarrowPage>
      <PageTitle>Choose a new password</PageTitle>
      <ForgotPassword
        next={next ?? pages.landing.href()}
        onProven={() => navigate(pages.resetPassword.href(onward), { replace: true })}
        back={
          <Link className={secondaryLinkClass} to={pages.signIn.href(onward)}>
            Back to sign in
          </Link>
        }
      />
    </NarrowPage>
  );
}
