import { useQuery } from "@tanstack/react-query";
import { membersOptions } from "../../data/members/members.query.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { isoDay } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { AppError } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { BulkSendFlow } from "./bulk-send-flow.tsx";
import { BulkSendHead } from "./bulk-send-head.tsx";
import { BulkSendSkeleton } from "./bulk-send-skeleton.tsx";

interface BulkSendScreenProps {
  templateId: string;
  onSent: (bulkId: string) => void;
}

/** Sends a template to a list of people. */
export function BulkSendScreen({ templateId, onSent }: BulkSendScreenProps) {
  const template = useQuery(requestOptions({ id: templateId }));
  if (template.isPending) {
    return (
      <>
        <BulkSendHead title="Send to many people" at={1} />
        <BulkSendSkeleton />
      </>
    );
  }
  if (!template.data?.isTemplate) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(template.error ?? new AppError("not_found"))}
        onRetry={() => void template.refetch()}
        busy={template.isFetching}
      />
    );
  }
  return <OfWorkspace template={template.data} onSent={onSent} />;
}

function OfWorkspace({ template, onSent }: { template: Request; onSent: (bulkId: string) => void }) {
  const today = isoDay(useNow());
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: template.workspace.id }));
  return <BulkSendFlow template={template} surroundings={{ members, today }} onSent={onSent} />;
}
