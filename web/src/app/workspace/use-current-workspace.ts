import { useQuery } from "@tanstack/react-query";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useLastWorkspace } from "../../lib/last-workspace.ts";
import { useSearchParams } from "../../lib/navigation.tsx";

/** The workspace that the address names, else the one this tab was in last, else the first by name. */
export function useCurrentWorkspace() {
  const userId = identityOf(useSession())?.userId ?? "";
  const mine = useQuery({ ...myWorkspacesOptions({ userId }), enabled: userId !== "" });
  /** Null if the address names none, which people who are in one workspace never see. */
  const named = useSearchParams().get("workspace");
  const last = useLastWorkspace();
  const withId = (id: string | null) => mine.data?.find((workspace) => workspace.id === id);
  /** Undefined until loaded, for users without a workspace, and if the user isn't in the named one. */
  const workspace = named === null ? (withId(last) ?? mine.data?.[0]) : withId(named);
  return { mine, named, workspace };
}
