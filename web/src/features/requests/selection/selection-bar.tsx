import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  CalendarDays,
  CircleCheck,
  Copy,
  Download,
  Ellipsis,
  RotateCcw,
  Tag,
  UserRound,
  X,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { AssignDialog } from "../../../steps/assignees-and-tags/assign-dialog.tsx";
import { TagDialog } from "../../../steps/assignees-and-tags/tag-dialog.tsx";
import { DownloadDialog } from "../../../steps/download/download-dialog.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import { ConfirmActDialog } from "./confirm-act-dialog.tsx";
import { DueDateDialog } from "./due-date-dialog.tsx";
import { FailedActDialog } from "./failed-act-dialog.tsx";
import {
  actLabel,
  actLabels,
  actsFor,
  needsConfirming,
  type PlainAct,
  takesDueDate,
  textsOf,
} from "./selected-acts.models.ts";
import styles from "./selection-bar.module.css";
import { useSelectedActs } from "./use-selected-acts.ts";
import { useSelectedDownload } from "./use-selected-download.ts";
import type { AskedAct, Selection } from "./use-selection.ts";

const icons: Readonly<Record<PlainAct, ReactNode>> = {
  remind: <Bell aria-hidden="true" />,
  archive: <Archive aria-hidden="true" />,
  unarchive: <ArchiveRestore aria-hidden="true" />,
  restore: <RotateCcw aria-hidden="true" />,
  close: <CircleCheck aria-hidden="true" />,
  cancel: <Ban aria-hidden="true" />,
  reopen: <RotateCcw aria-hidden="true" />,
  duplicate: <Copy aria-hidden="true" />,
};

/** In the bar itself; the others are in its menu. */
const direct: ReadonlySet<PlainAct> = new Set(["archive", "unarchive", "restore"]);

const isPlain = (asked: AskedAct | undefined): asked is AskedAct & { act: PlainAct } =>
  asked !== undefined && asked.act in actLabels;

interface BarAct {
  label: string;
  icon: ReactNode;
  requests: readonly RequestSummary[];
  onSelect: (requests: readonly RequestSummary[]) => void;
}

export interface SelectionBarProps {
  selection: Selection;
  workspaceId: string;
  /** The signed-in user. */
  userId: string;
  /** The selected requests are in the bin. */
  areBinned: boolean;
}

/** The acts on the selected requests, above the end of the page. */
export function SelectionBar({ selection, workspaceId, userId, areBinned }: SelectionBarProps) {
  const acts = useSelectedActs(selection.remove);
  const download = useSelectedDownload();
  const { requests: selected, asked, ask } = selection;
  const { running } = acts;
  const progress = running && `${textsOf(running.act).doing} ${running.done} of ${running.all}…`;
  const isShown = selected.length > 0 || running !== undefined;
  useFocusAfter(isShown);

  const possible = actsFor(selected, areBinned).map(({ act, requests }) => ({
    act,
    label: actLabels[act],
    icon: icons[act],
    requests,
    onSelect: (on: readonly RequestSummary[]) =>
      needsConfirming(act, on.length) ? ask({ act, requests: on }) : acts.run({ kind: act }, on),
  }));
  const changeable = areBinned ? [] : selected;
  const inBar: BarAct[] = [
    ...possible.filter(({ act }) => act === "remind"),
    {
      label: "Assign",
      icon: <UserRound aria-hidden="true" />,
      requests: changeable,
      onSelect: (requests) => ask({ act: "assign", requests }),
    },
    {
      label: "Tag",
      icon: <Tag aria-hidden="true" />,
      requests: changeable,
      onSelect: (requests) => ask({ act: "tag", requests }),
    },
    {
      label: "Due date",
      icon: <CalendarDays aria-hidden="true" />,
      requests: changeable.filter(takesDueDate),
      onSelect: (requests) => ask({ act: "due", requests: acts.asListed(requests) }),
    },
    {
      label: "Download",
      icon: <Download aria-hidden="true" />,
      requests: selected.filter(({ status }) => status !== "draft"),
      onSelect: download.start,
    },
    ...possible.filter(({ act }) => direct.has(act)),
  ];
  const inMenu = possible.filter(({ act }) => act !== "remind" && !direct.has(act));
  const labelOf = ({ label, requests }: BarAct) => actLabel(label, requests.length, selected.length);
  const close = () => ask(undefined);
  return (
    <>
      {isShown && (
        <div className={styles["bar"]} role="group" aria-label="Selected requests">
          <p>{progress ?? `${selected.length} selected`}</p>
          {inBar
            .filter(({ requests }) => requests.length > 0)
            .map((act, place) => (
              <button
                key={act.label}
                type="button"
                className={classNames(styles["act"], place === 0 && styles["first"])}
                aria-disabled={running !== undefined}
                onClick={() => running || act.onSelect(act.requests)}
              >
                {act.icon}
                {labelOf(act)}
              </button>
            ))}
          {inMenu.length > 0 && !running && (
            <Menu
              label="More acts"
              className={styles["act"]}
              items={inMenu.map((act) => ({
                label: labelOf(act),
                icon: act.icon,
                danger: act.act === "cancel",
                onSelect: () => act.onSelect(act.requests),
              }))}
            >
              <Ellipsis aria-hidden="true" />
            </Menu>
          )}
          <button type="button" className={styles["clear"]} onClick={() => selection.set([])}>
            <X aria-hidden="true" />
            Clear <Kbd onAccent>Esc</Kbd>
          </button>
        </div>
      )}
      <LiveRegion message={running ? `${textsOf(running.act).doing}…` : ""} />
      {asked?.act === "assign" && (
        <AssignDialog
          workspaceId={workspaceId}
          userId={userId}
          requests={asked.requests}
          onClose={close}
          onAssign={(assignee) => {
            close();
            acts.run({ kind: "assign", ...assignee }, asked.requests);
          }}
        />
      )}
      {asked?.act === "tag" && (
        <TagDialog
          workspaceId={workspaceId}
          selected={asked.requests}
          onClose={close}
          onTag={(change) => {
            close();
            acts.run({ kind: "tag", ...change }, asked.requests);
          }}
        />
      )}
      {asked?.act === "due" && (
        <DueDateDialog
          requests={asked.requests}
          leftOut={selected.length - asked.requests.length}
          onClose={close}
          onChange={(dueOn) => {
            close();
            acts.run({ kind: "due", dueOn }, asked.requests);
          }}
        />
      )}
      {isPlain(asked) && (
        <ConfirmActDialog
          act={asked.act}
          requests={asked.requests}
          onClose={close}
          onConfirm={() => {
            close();
            acts.run({ kind: asked.act }, asked.requests);
          }}
        />
      )}
      <FailedActDialog
        failed={acts.failed}
        onRetry={acts.retry}
        onClose={({ act, changed }) => acts.finish(act, changed)}
      />
      <DownloadDialog state={download.state} onRetry={download.retry} onClose={download.close} />
    </>
  );
}

/** Moves the focus to the page once a focused bar is gone; otherwise it would start from the top again. */
function useFocusAfter(isShown: boolean) {
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) {
      document.querySelector("main")?.focus({ preventScroll: true });
    }
    wasShown.current = isShown;
  }, [isShown]);
}
