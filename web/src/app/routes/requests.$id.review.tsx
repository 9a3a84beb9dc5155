import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { isFromRequest, reviewHref } from "../../features/request/review/review-address.ts";
import { ReviewScreen } from "../../features/request/review/review-screen.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation, useNavigate, useSearchParams } from "../../lib/navigation.tsx";

export function Component() {
  const { id = "" } = useParams();
  const { state } = useLocation();
  const query = useSearchParams();
  const navigate = useNavigate();
  const myId = identityOf(useSession())?.userId ?? "";
  return (
    <ReviewScreen
      key={id}
      requestId={id}
      myId={myId}
      itemId={query.get("item") ?? undefined}
      fileId={query.get("file") ?? undefined}
      // One entry of the history, so that going back leaves the review.
      onShow={({ itemId, fileId }) =>
        navigate(reviewHref({ id, item: itemId, file: fileId }), {
          replace: true,
          state,
        })
      }
      onClose={() => {
        if (isFromRequest(state)) history.back();
        else navigate(pages.request.href({ id }), { replace: true });
      }}
      asDraft={<Navigate replace to={pages.editRequest.href({ id })} />}
    />
  );
}
