import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { useNavigate } from "../../lib/navigation.tsx";
import { TemplateScreen } from "../../features/request-editor/template/template-screen.tsx";

export function Component() {
  const navigate = useNavigate();
  const { id = "" } = useParams();
  return (
    <TemplateScreen
      key={id}
      templateId={id}
      onSaved={() => navigate(pages.templates.href())}
      onUsed={(requestId) => navigate(pages.editRequest.href({ id: requestId }))}
    />
  );
}
