import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { savedViewsOptions } from "../../../data/saved-views/saved-views.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../../ui/overlays/dialog.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { viewNamed } from "./saved-views.models.ts";
import { useViewChanges } from "./use-view-changes.ts";
import styles from "./views.module.css";

interface SaveViewDialogProps {
  workspaceId: string;
  /** The list as it is now. */
  query: string;
  onClose: () => void;
}

/** Saves the list as it is now under a name, in place of the view that has the name. */
export function SaveViewDialog({ workspaceId, query, onClose }: SaveViewDialogProps) {
  const formId = useId();
  const { data: views = [] } = useQuery(savedViewsOptions({ workspaceId }));
  const { save, replace, failure, isBusy, reset } = useViewChanges(workspaceId, onClose);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const name = typed.trim();
  const other = viewNamed(views, name);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === "" || isBusy) return;
    if (other) replace(other, query);
    else save(name, query);
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title="Save this view"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {other ? "Replace view" : "Save view"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>Saves the tab, search, filters and order. Only you see your views, on all your devices.</p>
        <Field label="Name" error={tried && name === "" ? "Enter a name." : failure && errorText(failure)}>
          <TextInput
            ref={focusOnOpen}
            autoComplete="off"
            maxLength={limits.viewNameLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              reset();
            }}
          />
        </Field>
        {other && <Notice tone="waiting">This replaces the filters of your view “{other.name}”.</Notice>}
      </form>
    </Dialog>
  );
}
