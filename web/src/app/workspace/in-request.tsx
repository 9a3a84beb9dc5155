import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router-dom";
import { requestOptions } from "../../data/requests/request.query.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";

/** Around pages of one request: whoever opens it is in its workspace from then on. */
export function Component({ children }: { children: ReactNode }) {
  const { id = "" } = useParams();
  // The page below reads it.
  const { data } = useQuery({ ...requestOptions({ id }), enabled: false });
  const workspaceId = data?.workspace.id;
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  return children;
}
