import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requestOptions } from "../../data/requests/request.query.ts";
import { ChooseTemplate } from "../../features/bulk-send/choose-template.tsx";
import { BulkSendScreen } from "../../features/bulk-send/bulk-send-screen.tsx";
import { BulkSendPageSkeleton } from "../../features/bulk-send/bulk-send-skeleton.tsx";
import { useNavigate, useSearchParams } from "../../lib/navigation.tsx";
import { InWorkspace } from "../workspace/in-workspace.tsx";
import { OfFoundWorkspace } from "../workspace/of-found-workspace.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";

export function Component() {
  const navigate = useNavigate();
  const template = useSearchParams().get("template");
  const { named } = useCurrentWorkspace();
  if (template === null) {
    return (
      <InWorkspace loading={<BulkSendPageSkeleton />}>
        {(workspace) => <ChooseTemplate workspaceId={workspace.id} named={named ?? undefined} />}
      </InWorkspace>
    );
  }
  return (
    <OfTemplate id={template}>
      <BulkSendScreen
        key={template}
        templateId={template}
        onSent={(id) => navigate(pages.bulk.href({ id }), { replace: true })}
      />
    </OfTemplate>
  );
}

function OfTemplate({ id, children }: { id: string; children: ReactNode }) {
  // The page below reads it.
  const { data, error } = useQuery({ ...requestOptions({ id }), enabled: false });
  return (
    <OfFoundWorkspace workspaceId={data?.workspace.id} error={data ? null : error}>
      {children}
    </OfFoundWorkspace>
  );
}
