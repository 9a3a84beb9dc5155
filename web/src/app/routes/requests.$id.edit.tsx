import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { readLastYear } from "../../data/requests/next-year/moves.models.ts";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { EditRequestScreen } from "../../features/request-editor/edit-request-screen.tsx";

export function Component() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { id = "" } = useParams();
  return (
    <EditRequestScreen
      key={id}
      requestId={id}
      fromLastYear={readLastYear(state)}
      onDraftSaved={() => navigate(pages.requests.href({ filter: "drafts" }))}
      onDeleted={() => navigate(pages.requests.href({ filter: "drafts" }), { replace: true })}
      onSent={() => navigate(pages.request.href({ id }), { state: { justSent: true } })}
      onChanged={() => navigate(pages.request.href({ id }))}
    />
  );
}
