import { Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Tag } from "../../data/tags/tag.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./tags-field.module.css";

const TagDialog = lazy(async () => ({ default: (await import("./tag-dialog.tsx")).TagDialog }));

interface TagsFieldProps {
  workspaceId: string;
  /** Of the request, or the person's name. */
  title: string;
  tags: readonly Tag[];
  onTag: (
    tag: Tag,
    isTagged: boolean,
    result: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
}

/** The tags of a request or a person, each with a button that takes it off. Recipients don't see them. */
export function TagsField({ workspaceId, title, tags, onTag }: TagsFieldProps) {
  const toast = useToast();
  const [isTagging, setTagging] = useState(false);
  const tag = ({ id, name }: Tag, isTagged: boolean) =>
    onTag({ id, name }, isTagged, {
      onSuccess: () =>
        toast({
          message: isTagged ? `Tagged “${name}”` : `No longer tagged “${name}”`,
          tone: "success",
          action: { label: "Undo", onSelect: () => tag({ id, name }, !isTagged) },
        }),
      onError: (error) => toast({ message: errorText(error), tone: "problem" }),
    });
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label="Tags" className={styles["tags"]}>
          {tags.map(({ id, name }) => (
            <li key={id}>
              {name}
              <button
                type="button"
                aria-label={`Remove the tag ${name}`}
                onClick={() => tag({ id, name }, false)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="small"
        variant="quiet"
        icon={<Plus aria-hidden="true" />}
        onClick={() => setTagging(true)}
      >
        Tag
      </Button>
      {isTagging && (
        <Suspense fallback={null}>
          <TagDialog
            workspaceId={workspaceId}
            selected={[{ title, tags }]}
            onClose={() => setTagging(false)}
            onTag={(chosen) => {
              setTagging(false);
              tag(chosen.tag, chosen.isTagged);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
