import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { personOptions } from "../../data/people/person.query.ts";
import { PersonScreen } from "../../features/people/person-screen.tsx";
import { useNavigate } from "../../lib/navigation.tsx";
import { OfFoundWorkspace } from "../workspace/of-found-workspace.tsx";

export function Component() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  // The page below reads it.
  const { data, error } = useQuery({ ...personOptions({ id }), enabled: false });
  return (
    <OfFoundWorkspace workspaceId={data?.workspaceId} error={data ? null : error}>
      <PersonScreen key={id} personId={id} onNavigate={(href) => navigate(href)} />
    </OfFoundWorkspace>
  );
}
