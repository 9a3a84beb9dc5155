import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { signOut } from "../../lib/auth/sign-out.ts";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { Welcome } from "../../features/welcome/welcome.tsx";
import { markNewcomer } from "../../lib/newcomer.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  const parameters = useSearchParams();
  const navigate = useNavigate();
  const identity = identityOf(useSession());
  const next = safeNextPath(parameters.get("next")) ?? pages.requests.href();
  const userId = identity?.userId ?? "";
  // Both are known if another page led here. A new user has neither, and isn't kept waiting for that.
  const cache = useQueryClient();
  const [known] = useState(() => ({
    name: cache.getQueryData(displayNameOptions({ userId }).queryKey) ?? "",
    workspaces: cache.getQueryData(myWorkspacesOptions({ userId }).queryKey) ?? [],
  }));
  return (
    <>
      <PageTitle>Welcome</PageTitle>
      <Welcome
        email={identity?.email ?? ""}
        knownName={known.name}
        isFirst={known.workspaces.length === 0}
        onDone={(workspaceId) => {
          rememberWorkspace(workspaceId);
          if (identity && known.name === "") markNewcomer(identity.userId);
          navigate(next, { replace: true });
        }}
        onSignOut={() => void signOut()}
      />
    </>
  );
}
