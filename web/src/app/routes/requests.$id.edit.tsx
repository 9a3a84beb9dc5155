import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { useNavigate } from "../../lib/navigation.tsx";
import { EditRequestScreen } from "../../features/request-editor/edit-request-screen.tsx";

export function Component() {
  const navigate = useNavigate();
  const { id = "" } = useParams();
  return (
    <EditRequestScreen
      key={id}
      requestId={id}
      onDraftSaved={() => navigate(pages.requests.href({ filter: "drafts" }))}
      onDeleted={() => navigate(pages.requests.href({ filter: "drafts" }), { replace: true })}
      onSent={() => navigate(pages.request.href({ id }), { state: { justSent: true } })}
      onChanged={() => navigate(pages.request.href({ id }))}
    />
  );
}
