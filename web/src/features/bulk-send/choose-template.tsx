import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide-react";
import { bulksOptions } from "../../data/bulk/bulks.query.ts";
import { templatesOptions } from "../../data/templates/templates.query.ts";
import { formatWhen } from "../../lib/dates.ts";
import { errorSentences } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Link } from "../../lib/navigation.tsx";
import { useNow } from "../../lib/now.ts";
import { buttonClass } from "../../ui/forms/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { BulkSendHead } from "./bulk-send-head.tsx";
import { BulkSendSkeleton } from "./bulk-send-skeleton.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./bulk-send.module.css";

interface ChooseTemplateProps {
  workspaceId: string;
  /** Several workspaces are told apart by the address. */
  named: string | undefined;
}

/** The first step: which template. Also leads back to what is being sent. */
export function ChooseTemplate({ workspaceId, named }: ChooseTemplateProps) {
  const now = useNow();
  const templates = useQuery(templatesOptions({ workspaceId }));
  const { data: bulks = [] } = useQuery(bulksOptions({ workspaceId }));
  const usable = (templates.data ?? []).filter(({ isArchived, items }) => !isArchived && items > 0);
  return (
    <>
      <BulkSendHead title="Send to many people" at={0} />
      {templates.isPending && <BulkSendSkeleton />}
      {templates.isError && !templates.data && (
        <ErrorState
          error={errorSentences(templates.error)}
          onRetry={() => void templates.refetch()}
          busy={templates.isFetching}
        />
      )}
      {templates.data && usable.length === 0 && (
        <EmptyState
          icon={<LayoutTemplate />}
          title="You need a template"
          text="Everyone on your list gets the same checklist, each in a separate request."
          action={
            <Link
              className={buttonClass({ variant: "primary" })}
              to={pages.newTemplate.href({ workspace: named })}
            >
              New template
            </Link>
          }
        />
      )}
      {usable.length > 0 && (
        <section aria-labelledby="templates-to-send" className={styles["section"]}>
          <h2 id="templates-to-send">Which template?</h2>
          <Card>
            <ul className={styles["links"]}>
              {usable.map(({ id, title, items }) => (
                <li key={id}>
                  <Link to={pages.many.href({ template: id })}>
                    <UserText>{title}</UserText>
                  </Link>
                  <span>{formatCount(items, "item")}</span>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {bulks.length > 0 && (
        <section aria-labelledby="sent-to-many" className={styles["section"]}>
          <h2 id="sent-to-many">Sent to many</h2>
          <Card>
            <ul className={styles["links"]}>
              {bulks.map(({ id, templateTitle, createdAt, people, isWaiting, isPaused }) => (
                <li key={id}>
                  <Link to={pages.bulk.href({ id })}>{templateTitle}</Link>
                  <span>
                    {formatCount(people, "person", "people")}, {formatWhen(createdAt, { now })}
                    {isWaiting && (isPaused ? ", paused" : ", being sent")}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  );
}
