import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Tag as TagIcon } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useCreateTag } from "../../../data/tags/create-tag.mutation.ts";
import { type WorkspaceTag, workspaceTagsOptions } from "../../../data/tags/workspace-tags.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences, errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { SettingRow, SettingRows, SettingRowsSkeleton } from "../../../ui/layout/setting-rows.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import styles from "../workspace-settings.module.css";
import { DeleteTagDialog } from "./delete-tag-dialog.tsx";
import { RenameTagDialog } from "./rename-tag-dialog.tsx";
import { tagUses } from "./tag-uses.models.ts";

/** The tags of a workspace. Every member may change them. */
export function TagsCard({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id;
  const tags = useQuery(workspaceTagsOptions({ workspaceId }));
  const create = useCreateTag();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState<{ what: "rename" | "delete"; tag: WorkspaceTag }>();
  const field = useRef<HTMLInputElement>(null);
  const name = typed.trim();
  const problem = tried && name === "" ? "Enter a name." : create.error && errorText(create.error);
  const close = () => setOpen(undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    field.current?.focus();
    if (name === "" || create.isPending) return;
    create.mutate(
      { workspaceId, name },
      {
        onSuccess: () => {
          setTyped((now) => (now.trim() === name ? "" : now));
          setTried(false);
        },
      },
    );
  };

  return (
    <SectionCard
      title="Tags"
      text="Labels that help members find requests and people. Recipients never see them."
      busy={tags.isPending}
    >
      {tags.isPending && <SettingRowsSkeleton rows={2} />}
      {tags.isError && !tags.data && (
        <ErrorState
          level={3}
          error={errorSentences(tags.error)}
          onRetry={() => void tags.refetch()}
          busy={tags.isFetching}
        />
      )}
      {tags.data && tags.data.length > 0 && (
        <SettingRows label="Tags">
          {tags.data.map((tag) => (
            <SettingRow
              key={tag.id}
              icon={<TagIcon aria-hidden="true" />}
              title={tag.name}
              detail={tagUses(tag) ?? "Not in use"}
            >
              <Button
                size="small"
                variant="quiet"
                aria-label={`Rename ${tag.name}`}
                onClick={() => setOpen({ what: "rename", tag })}
              >
                Rename
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Delete ${tag.name}`}
                onClick={() => setOpen({ what: "delete", tag })}
              >
                Delete
              </Button>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      {tags.data && (
        <form onSubmit={submit} noValidate className={styles["form"]}>
          <Field label="New tag" labelHidden error={problem}>
            <TextInput
              ref={field}
              placeholder="Private client"
              autoComplete="off"
              maxLength={limits.tagLength}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setTried(false);
                if (create.isError) create.reset();
              }}
            />
          </Field>
          <Button type="submit" busy={create.isPending}>
            Add
          </Button>
        </form>
      )}
      {open?.what === "rename" && (
        <RenameTagDialog workspaceId={workspaceId} tag={open.tag} tags={tags.data ?? []} onClose={close} />
      )}
      {open?.what === "delete" && (
        <DeleteTagDialog workspaceId={workspaceId} tag={open.tag} onClose={close} />
      )}
    </SectionCard>
  );
}
