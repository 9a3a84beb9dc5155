import { useQuery } from "@tanstack/react-query";
import { limits } from "@sheaf/contract/limits";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { type SavedView, savedViewsOptions } from "../../../data/saved-views/saved-views.query.ts";
import { loadErrorTexts } from "../../../lib/error-texts.ts";
import { AppError, errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { viewNamed } from "./saved-views.models.ts";
import { useViewChanges } from "./use-view-changes.ts";
import styles from "./views.module.css";

interface EditViewsDialogProps {
  workspaceId: string;
  /** The list as it is now. */
  query: string;
  onClose: () => void;
}

/** Renames, replaces and deletes the member's views. */
export function EditViewsDialog({ workspaceId, query, onClose }: EditViewsDialogProps) {
  const { data: views = [] } = useQuery(savedViewsOptions({ workspaceId }));
  const { rename, replace, remove, failure, isBusy, reset } = useViewChanges(workspaceId, onClose);
  const [renamed, setRenamed] = useState<SavedView>();
  const leaveForm = () => {
    setRenamed(undefined);
    reset();
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title="Saved views"
      footer={<Button onClick={onClose}>Close</Button>}
      step={
        renamed && {
          title: `Rename “${renamed.name}”`,
          onBack: leaveForm,
          content: (
            <RenameForm
              view={renamed}
              others={views.filter(({ id }) => id !== renamed.id)}
              failure={failure ? errorText(failure) : undefined}
              isBusy={isBusy}
              onRename={(name) => rename(renamed, name)}
              onCancel={leaveForm}
            />
          ),
        }
      }
    >
      <ul className={styles["rows"]}>
        {views.map((view) => (
          <li key={view.id}>
            <UserText as="b">{view.name}</UserText>
            <Menu
              label={`Change “${view.name}”`}
              variant="quiet"
              size="small"
              items={[
                { label: "Rename", onSelect: () => setRenamed(view) },
                ...(view.query === query
                  ? []
                  : [{ label: "Replace with the list as it is now", onSelect: () => replace(view, query) }]),
                { label: "Delete", danger: true, onSelect: () => remove(view) },
              ]}
            >
              <Ellipsis aria-hidden="true" />
            </Menu>
          </li>
        ))}
      </ul>
      {failure && !renamed && (
        <Notice tone="returned" announce>
          {errorText(failure)}
        </Notice>
      )}
    </Dialog>
  );
}

/** The dialog is open already, so `focusOnOpen` would come too late. */
const focusNow = (input: HTMLInputElement | null) => input?.focus();

interface RenameFormProps {
  view: SavedView;
  others: readonly SavedView[];
  failure: string | undefined;
  isBusy: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}

function RenameForm({ view, others, failure, isBusy, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(view.name);
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const name = typed.trim();
    const isTaken = viewNamed(others, name) !== undefined;
    if (isTaken) await loadErrorTexts();
    const taken = isTaken ? errorText(new AppError("view.exists")) : undefined;
    const found = name === "" ? "Enter a name." : taken;
    setProblem(found);
    if (found === undefined && !isBusy) onRename(name);
  };
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Name" error={problem ?? failure}>
        <TextInput
          ref={focusNow}
          autoComplete="off"
          maxLength={limits.viewNameLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className={styles["buttons"]}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Rename
        </Button>
      </div>
    </form>
  );
}
