import { useQuery } from "@tanstack/react-query";
import { Bookmark, ChevronDown, Pencil, Plus, RotateCcw } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { savedViewsOptions } from "../../../data/saved-views/saved-views.query.ts";
import { filterClass } from "../../../steps/lists/filter.tsx";
import { Menu, type MenuItem } from "../../../ui/overlays/menu.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { type ChosenView, viewHref } from "../view.models.ts";
import { isShown, queryOf, savedHref } from "./saved-views.models.ts";
import styles from "./views.module.css";

const SaveViewDialog = lazy(async () => ({
  default: (await import("./save-view-dialog.tsx")).SaveViewDialog,
}));
const EditViewsDialog = lazy(async () => ({
  default: (await import("./edit-views-dialog.tsx")).EditViewsDialog,
}));

interface ViewsMenuProps {
  view: ChosenView;
  workspaceId: string;
  onNavigate: (href: string) => void;
}

/** The member's saved views. They load when the menu is about to be opened, so that the list never waits for them. */
export function ViewsMenu({ view, workspaceId, onNavigate }: ViewsMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const views = useQuery({ ...savedViewsOptions({ workspaceId }), enabled: isWanted });
  const [open, setOpen] = useState<"save" | "edit">();
  const close = () => setOpen(undefined);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const views = bar.current?.querySelector("[aria-haspopup]");
    if (open === undefined || !(views instanceof HTMLElement)) return undefined;
    return () => {
      // The button that opened the dialog is gone once the view is saved.
      if (document.activeElement === document.body) views.focus();
    };
  }, [open]);
  const want = () => setWanted(true);
  const saved = views.data ?? [];
  const canSave = queryOf(view) !== "" && !saved.some((one) => isShown(one, view));

  const items: MenuItem[] = saved.map((one) => {
    const href = savedHref(one, view.workspace);
    return {
      id: one.id,
      label: one.name,
      href,
      checked: href === viewHref(view),
      onSelect: () => onNavigate(href),
    };
  });
  if (views.isError && !views.data) {
    items.push({ label: "Try again", icon: <RotateCcw />, onSelect: () => void views.refetch() });
  }
  items.push({
    label: "Save this view",
    icon: <Plus />,
    separated: items.length > 0,
    onSelect: () => setOpen("save"),
  });
  if (saved.length > 0)
    items.push({ label: "Edit views", icon: <Pencil />, onSelect: () => setOpen("edit") });

  return (
    <div ref={bar} className={styles["views"]} onPointerEnter={want} onFocus={want} onClickCapture={want}>
      {canSave && (
        <button type="button" className={styles["save"]} onClick={() => setOpen("save")}>
          Save this view
        </button>
      )}
      <Menu
        label="Views"
        className={classNames(filterClass, styles["menu"])}
        heading={headingOf(views)}
        items={items}
      >
        <Bookmark aria-hidden="true" />
        <span>Views</span>
        <ChevronDown aria-hidden="true" />
      </Menu>
      <Suspense fallback={null}>
        {open === "save" && (
          <SaveViewDialog workspaceId={workspaceId} query={queryOf(view)} onClose={close} />
        )}
        {open === "edit" && (
          <EditViewsDialog workspaceId={workspaceId} query={queryOf(view)} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function headingOf({ data, isError }: { data: readonly unknown[] | undefined; isError: boolean }) {
  if (data) return data.length === 0 ? "No saved views yet" : undefined;
  return isError ? "Your views couldn’t be loaded." : "Loading…";
}
