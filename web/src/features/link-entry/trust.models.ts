import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { termText } from "../../data/retention/term.models.ts";
import { formatCount } from "../../lib/format-count.ts";

/** `requestsDone` of a workspace that has many. */
const many = 20;

const month = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(day));

/** Facts about the requester and the recipient's files, shown before the recipient proves their address. */
export function trustTexts(preview: LinkPreview): string[] {
  const { workspaceName, workspaceSince, requestsDone } = preview;
  const since = `${workspaceName} has used Sheaf since ${month(workspaceSince)}`;
  const done =
    requestsDone === 0
      ? "and hasn’t completed a request yet"
      : `and has completed ${requestsDone >= many ? `${many} or more requests` : formatCount(requestsDone, "request")}`;
  return [
    `${since} ${done}.`,
    `Only members of ${workspaceName} and the people it asked can open what you add.`,
    termText(preview, workspaceName),
  ];
}
