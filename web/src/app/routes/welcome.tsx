import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { signOut } from "../../lib/auth/sign-out.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { Welcome } from "../../features/welcome/welcome.tsx";
import { wasMember } from "../../lib/membership-mark.ts";
import { markNewcomer } from "../../lib/newcomer.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const identity = identityOf(useSession());
  const isFirst = !parameters.has("another");
  const next = safeNextPath(parameters.get("next")) ?? pages.requests.href();
  return (
    <>
      <PageTitle>{isFirst ? "Welcome" : "New workspace"}</PageTitle>
      <Welcome
        email={identity?.email ?? ""}
        isFirst={isFirst}
        wasMember={identity !== undefined && isFirst && wasMember(identity.userId)}
        onDone={(workspaceId) => {
          rememberWorkspace(workspaceId);
          if (identity && isFirst) markNewcomer(identity.userId);
          navigate(next, { replace: true });
        }}
        onSignOut={() => void signOut()}
      />
    </>
  );
}
