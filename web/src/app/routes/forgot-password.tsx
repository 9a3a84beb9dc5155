import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { Door } from "../../features/sign-in/door.tsx";
import { ForgotPassword } from "../../features/sign-in/forgot-password.tsx";
import { quietLinkClass } from "../../features/sign-in/quiet-link.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const next = safeNextPath(parameters.get("next"));
  const onward = next === undefined ? {} : { next };
  return (
    <Door>
      <PageTitle>Choose a new password</PageTitle>
      <ForgotPassword
        next={next ?? pages.landing.href()}
        onProven={() => void navigate(pages.resetPassword.href(onward), { replace: true })}
        back={
          <Link className={quietLinkClass} to={pages.signIn.href(onward)}>
            Back to sign in
          </Link>
        }
      />
    </Door>
  );
}
