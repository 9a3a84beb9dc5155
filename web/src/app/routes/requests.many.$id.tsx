import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { bulkFilters } from "../../data/bulk/bulk.models.ts";
import { bulkOptions } from "../../data/bulk/bulk.query.ts";
import { BulkScreen } from "../../features/bulk-send/progress/bulk-screen.tsx";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { OfFoundWorkspace } from "../workspace/of-found-workspace.tsx";

export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const tab = useSearchParams().get("tab");
  // The page below reads it.
  const { data, error } = useQuery({ ...bulkOptions({ id }), enabled: false });
  return (
    <OfFoundWorkspace workspaceId={data?.workspaceId} error={data ? null : error}>
      <BulkScreen
        key={id}
        bulkId={id}
        filter={bulkFilters.find((filter) => filter === tab) ?? "all"}
        onNavigate={(href) => navigate(href)}
      />
    </OfFoundWorkspace>
  );
}
