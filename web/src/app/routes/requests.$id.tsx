import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { DownloadAll } from "../../steps/download/download-all.tsx";
import { RequestScreen } from "../../features/request/request-screen.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation, useNavigate } from "../../lib/navigation.tsx";

export function Component() {
  const { id = "" } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const myId = identityOf(useSession())?.userId ?? "";
  return (
    <RequestScreen
      key={id}
      requestId={id}
      myId={myId}
      justSent={isJustSent(state)}
      onDuplicated={(copy) => navigate(pages.editRequest.href({ id: copy }))}
      renderDownload={(request) => <DownloadAll request={request} />}
      asDraft={<Navigate replace to={pages.editRequest.href({ id })} />}
    />
  );
}

/** State that the editor sets in the history entry after sending a request. */
function isJustSent(state: unknown): boolean {
  return typeof state === "object" && state !== null && Reflect.get(state, "justSent") === true;
}
