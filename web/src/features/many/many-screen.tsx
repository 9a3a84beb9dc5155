import { useQuery } from "@tanstack/react-query";
import { membersOptions } from "../../data/members/members.query.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { isoDay } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { AppError } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ManyFlow } from "./many-flow.tsx";
import { ManyHead } from "./many-head.tsx";
import { ManySkeleton } from "./many-skeleton.tsx";

interface ManyScreenProps {
  templateId: string;
  onSent: (jobId: string) => void;
}

/** Sends a template to a list of people. */
export function ManyScreen({ templateId, onSent }: ManyScreenProps) {
  const template = useQuery(requestOptions({ id: templateId }));
  if (template.isPending) {
    return (
      <>
        <ManyHead title="Send to many people" at={1} />
        <ManySkeleton />
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

function OfWorkspace({ template, onSent }: { template: Request; onSent: (jobId: string) => void }) {
  const today = isoDay(useNow());
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: template.workspace.id }));
  return <ManyFlow template={template} surroundings={{ members, today }} onSent={onSent} />;
}
