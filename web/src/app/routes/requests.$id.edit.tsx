import { pages } from "@sheaf/contract/pages";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { EditRequestScreen } from "../../features/request-editor/edit-request-screen.tsx";

export function Component() {
  const navigate = useNavigate();
  const { id = "" } = useParams();
  return (
    <EditRequestScreen
      key={id}
      requestId={id}
      onSaved={() => void navigate(pages.requests.href({ filter: "drafts" }))}
      onSent={() => void navigate(pages.request.href({ id }), { state: { justSent: true } })}
      alreadySent={<Navigate replace to={pages.request.href({ id })} />}
    />
  );
}
