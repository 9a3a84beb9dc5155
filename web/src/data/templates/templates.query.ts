import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";
import { type Template, toTemplate } from "./template.models.ts";

async function fetchTemplates(workspaceId: string, signal: AbortSignal): Promise<Template[]> {
  const { data, error } = await dataClient()
    .rpc("workspace_templates", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toTemplate);
}

/** Templates of a workspace, archived ones too, the one used last first. */
export function templatesOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: requestKeys.templates(workspaceId),
    queryFn: ({ signal }) => fetchTemplates(workspaceId, signal),
  });
}
