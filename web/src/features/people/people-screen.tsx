import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { exportPeople } from "../../data/people/export-people.ts";
import { peopleCountsOptions } from "../../data/people/people-counts.query.ts";
import { peopleFilters } from "../../data/people/person.models.ts";
import { workspaceTagsOptions } from "../../data/tags/workspace-tags.query.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorText } from "../../lib/errors.ts";
import { formatCapped } from "../../lib/format-count.ts";
import { useNow } from "../../lib/now.ts";
import { pollInterval } from "../../lib/poll-interval.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { SearchField } from "../../steps/lists/search-field.tsx";
import { TagFilter } from "../../steps/assignees-and-tags/tag-filter.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { FoundPeople } from "./found-people.tsx";
import styles from "./people.module.css";
import { PeopleList } from "./people-list.tsx";
import { type ChosenView, tabNames, viewHref } from "./view.models.ts";

const AddPeopleDialog = lazy(async () => ({
  default: (await import("./add-people-dialog.tsx")).AddPeopleDialog,
}));
const PeopleKeys = lazy(async () => ({ default: (await import("./people-keys.tsx")).PeopleKeys }));

interface PeopleScreenProps {
  workspace: Workspace;
  view: ChosenView;
  onNavigate: (href: string) => void;
  /** Navigation that replaces the history entry, for a search while it is typed. */
  onReplace: (href: string) => void;
}

/** Everyone a workspace has asked or added, and what is open with each. */
export function PeopleScreen({ workspace, view, onNavigate, onReplace }: PeopleScreenProps) {
  const workspaceId = workspace.id;
  const now = useNow();
  const { data: tags } = useQuery(workspaceTagsOptions({ workspaceId }));
  const tag = tags?.find(({ id }) => id === view.tag);
  const { data: counts } = useQuery({
    ...peopleCountsOptions({ workspaceId, tag: view.tag }),
    refetchInterval: pollInterval,
  });
  const newRequest = pages.newRequest.href({ workspace: view.workspace });
  const [showsKeys, setShowsKeys] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<string>();
  useShortcuts({ n: () => onNavigate(newRequest), "?": () => setShowsKeys(true) });

  const save = async () => {
    setFailure(undefined);
    setExporting(true);
    try {
      const [people, { toPeopleCsv }] = await Promise.all([
        exportPeople({ workspaceId }),
        import("./people-csv.models.ts"),
      ]);
      saveBlob(new Blob([toPeopleCsv(people)], { type: "text/csv" }), "people.csv");
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setExporting(false);
    }
  };

  return (
    <>
      <PageTitle>People</PageTitle>
      <header className={styles["header"]}>
        <h1>People</h1>
        <div className={styles["actions"]}>
          <SearchField
            label="Search name, client or address"
            value={view.search}
            onSearch={(search) => onReplace(viewHref({ ...view, search }))}
          />
          <Button onClick={() => setAdding(true)}>Add people</Button>
          <Button busy={isExporting} onClick={() => void save()}>
            Export
          </Button>
        </div>
      </header>
      {failure !== undefined && (
        <div className={styles["failure"]}>
          <Notice tone="returned" announce>
            {failure}
          </Notice>
        </div>
      )}
      <div className={styles["filters"]} role="group" aria-label="Narrow the list">
        <TagFilter
          workspaceId={workspaceId}
          tag={view.tag}
          onChange={(chosen) => onReplace(viewHref({ ...view, tag: chosen }))}
        />
      </div>
      {view.search === "" ? (
        <>
          <div className={styles["bar"]}>
            <Tabs
              label="Lists of people"
              tabs={peopleFilters.map((tab) => ({
                label: tabNames[tab],
                href: viewHref({ ...view, tab }),
                current: tab === view.tab,
                count: counts && formatCapped(counts[tab]),
              }))}
              onNavigate={onNavigate}
            />
          </div>
          <PeopleList
            key={`${view.tab} ${view.tag}`}
            of={{ workspaceId, filter: view.tab, tag: view.tag }}
            hasAny={counts === undefined || counts.everyone > 0}
            now={now}
            newRequest={newRequest}
            onWiden={
              view.tag === undefined ? undefined : () => onReplace(viewHref({ ...view, tag: undefined }))
            }
          />
          {tag?.people === limits.counted && (
            <p className={styles["rest"]}>
              {formatCapped(limits.counted)} people have this tag. These lists show{" "}
              {new Intl.NumberFormat().format(limits.counted)} of them.
            </p>
          )}
        </>
      ) : (
        <FoundPeople
          of={{ workspaceId, search: view.search }}
          tag={view.tag && (tag?.name ?? "")}
          now={now}
          newRequest={newRequest}
          onClear={() => onReplace(viewHref({ ...view, search: "" }))}
        />
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <AddPeopleDialog workspaceId={workspaceId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {showsKeys && (
        <Suspense fallback={null}>
          <PeopleKeys onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
    </>
  );
}
