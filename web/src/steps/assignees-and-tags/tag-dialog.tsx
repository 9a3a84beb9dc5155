import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus, Plus, Tag as TagIcon } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCreateTag } from "../../data/tags/create-tag.mutation.ts";
import type { Tag } from "../../data/tags/tag.models.ts";
import { workspaceTagsOptions } from "../../data/tags/workspace-tags.query.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format-count.ts";
import { whenDone } from "../../lib/when-done.ts";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import styles from "./choices.module.css";
import { tagChoices, tagNamed } from "./tag-choices.models.ts";

interface TagDialogProps {
  workspaceId: string;
  /** Requests, or one person. */
  selected: readonly { title: string; tags: readonly Tag[] }[];
  onClose: () => void;
  onTag: (change: { tag: Tag; isTagged: boolean }) => void;
}

/** Chooses a tag to put on requests or a person, or to take off if all of them have it. */
export function TagDialog({ workspaceId, selected, onClose, onTag }: TagDialogProps) {
  const known = useQuery(workspaceTagsOptions({ workspaceId }));
  const create = useCreateTag();
  const [typed, setTyped] = useState("");
  const [first] = selected;
  const name = typed.trim();
  const choices = tagChoices(known.data ?? [], selected, typed);
  const isNew = name !== "" && known.data !== undefined && !tagNamed(known.data, name);
  const choose = (choice: { tag: Tag; on: number }) =>
    onTag({ tag: choice.tag, isTagged: choice.on < selected.length });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The user may type before the tags are loaded.
    const tags = known.data ?? (await known.refetch()).data;
    if (!tags || name === "" || create.isPending) return;
    const found = tagNamed(tagChoices(tags, selected, typed), name);
    if (found) choose({ tag: found, on: found.on });
    else void whenDone(create.mutateAsync({ workspaceId, name }), (tag) => onTag({ tag, isTagged: true }));
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={
        first && selected.length === 1
          ? `Tag “${first.title}”`
          : `Tag ${formatCount(selected.length, "request")}`
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field label="Find or add a tag" error={create.error && errorText(create.error)}>
          <TextInput
            ref={focusOnOpen}
            autoComplete="off"
            maxLength={limits.tagLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              if (create.isError) create.reset();
            }}
          />
        </Field>
      </form>
      {known.isPending && <SettingRowsSkeleton rows={2} />}
      {known.isError && !known.data && (
        <ErrorState
          level={3}
          error={errorSentences(known.error)}
          onRetry={() => void known.refetch()}
          busy={known.isFetching}
        />
      )}
      {known.data && (
        <ul className={styles["choices"]}>
          {isNew && (
            <li>
              <button
                type="button"
                aria-busy={create.isPending || undefined}
                onClick={(event) => void submit(event)}
              >
                <Plus aria-hidden="true" />
                <span>Add “{name}”</span>
              </button>
            </li>
          )}
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" onClick={() => choose({ tag: choice, on: choice.on })}>
                <TagIcon aria-hidden="true" />
                <span>{choice.name}</span>
                {choice.on > 0 && (
                  <small>
                    {choice.on === selected.length ? (
                      <Check aria-hidden="true" />
                    ) : (
                      <Minus aria-hidden="true" />
                    )}
                    {onText(choice.on, selected.length)}
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {known.data?.length === 0 && name === "" && (
        <p className={styles["about"]}>
          No tags yet. Type a name for the first one. Recipients never see tags.
        </p>
      )}
    </Dialog>
  );
}

function onText(on: number, all: number): string {
  if (on < all) return `On ${on} of ${all}`;
  return all === 1 ? "Remove" : "Remove from all";
}
