import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { useNavigate, useSearchParams } from "react-router-dom";
import { signOut } from "../../features/session/sign-out.ts";
import { Welcome } from "../../features/welcome/welcome.tsx";
import { welcomeNewcomer } from "../../lib/newcomer.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const identity = identityOf(useSession());
  const next = safeNextPath(parameters.get("next")) ?? pages.requests.href();
  return (
    <>
      <PageTitle>Welcome</PageTitle>
      <Welcome
        email={identity?.email ?? ""}
        onDone={() => {
          if (identity) welcomeNewcomer(identity.userId);
          void navigate(next, { replace: true });
        }}
        onSignOut={() => void signOut()}
      />
    </>
  );
}
