import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { requestOptions } from "../../data/requests/request.query.ts";
import { OfFoundWorkspace } from "./of-found-workspace.tsx";

/** Around pages of one request. */
export function Component({ children }: { children: ReactNode }) {
  const { id = "" } = useParams();
  // The page below reads it.
  const { data, error } = useQuery({ ...requestOptions({ id }), enabled: false });
  return (
    <OfFoundWorkspace workspaceId={data?.workspace.id} error={data ? null : error}>
      {children}
    </OfFoundWorkspace>
  );
}
