import { pages } from "@sheaf/contract/pages";
import { matchPath } from "../../lib/navigation.tsx";
import { ChecklistSkeleton } from "../../features/answer/checklist-skeleton.tsx";
import { BulkSendPageSkeleton } from "../../features/bulk-send/bulk-send-skeleton.tsx";
import { RequestSkeleton } from "../../features/request/request-skeleton.tsx";
import { EditorSkeleton } from "../../features/request-editor/editor-skeleton.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { ListPageSkeleton } from "./list-page-skeleton.tsx";
import styles from "./route-skeleton.module.css";

const editors = [pages.newRequest.path, pages.editRequest.path, pages.newTemplate.path, pages.template.path];

/** Skeleton for the page at `pathname` while its code loads; the page shows the same one while its data load. */
export function RouteSkeleton({ pathname }: { pathname: string }) {
  const at = (path: string) => matchPath(path, pathname) !== undefined;
  if (editors.some(at)) return <EditorSkeleton />;
  if ([pages.many.path, pages.bulk.path].some(at)) return <BulkSendPageSkeleton />;
  if (at(pages.request.path)) return <RequestSkeleton />;
  if (at(pages.inboxRequest.path)) return <ChecklistSkeleton />;
  if (pathname.startsWith("/settings/")) return <CardsSkeleton />;
  return <ListPageSkeleton />;
}

export function CardsSkeleton() {
  return (
    <div className={styles["cards"]} role="status">
      <VisuallyHidden>Loading settings</VisuallyHidden>
      <Skeleton height="156px" radius="16px" />
      <Skeleton height="156px" radius="16px" />
    </div>
  );
}
