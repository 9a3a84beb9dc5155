import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { workspaceTagsOptions } from "../../data/tags/workspace-tags.query.ts";
import { Filter } from "../lists/filter.tsx";

interface TagFilterProps {
  workspaceId: string;
  /** Id of the chosen tag. */
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Narrows a list to a tag, in workspaces that have any. */
export function TagFilter({ workspaceId, tag, onChange }: TagFilterProps) {
  const { data: tags = [] } = useQuery(workspaceTagsOptions({ workspaceId }));
  if (tags.length === 0 && tag === undefined) return null;
  return (
    <Filter
      name="Tag"
      icon={<Tag aria-hidden="true" />}
      chosen={tag && (tags.find(({ id }) => id === tag)?.name ?? "Deleted")}
      onClear={() => onChange(undefined)}
      items={tags.map(({ id, name }) => ({
        id,
        label: name,
        checked: id === tag,
        onSelect: () => onChange(id),
      }))}
    />
  );
}
