import { pages } from "@sheaf/contract/pages";
import { useLocation, useNavigate } from "../../lib/navigation.tsx";
import { EditorSkeleton } from "../../features/request-editor/editor-skeleton.tsx";
import { NewRequestScreen } from "../../features/request-editor/new-request-screen.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";

export function Component() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <InWorkspace loading={<EditorSkeleton />}>
      {(workspace) => (
        <NewRequestScreen
          workspace={workspace}
          recipient={toRecipient(state)}
          onSaved={() => navigate(pages.requests.href({ filter: "drafts" }))}
          onTemplate={(id) => navigate(pages.editRequest.href({ id }), { replace: true })}
          onSent={(id) => navigate(pages.request.href({ id }), { state: { justSent: true } })}
        />
      )}
    </InWorkspace>
  );
}

/** State that the pages of people set in the history entry. */
function toRecipient(state: unknown): { email: string; name: string } | undefined {
  const recipient: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, "recipient") : undefined;
  if (typeof recipient !== "object" || recipient === null) return undefined;
  const { email, name }: { email?: unknown; name?: unknown } = recipient;
  return typeof email === "string" && typeof name === "string" ? { email, name } : undefined;
}
