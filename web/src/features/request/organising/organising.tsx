import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Plus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { membersOptions } from "../../../data/members/members.query.ts";
import { useChangeRequest } from "../../../data/requests/change-request.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import type { Tag } from "../../../data/tags/tag.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import styles from "./organising.module.css";

const TagDialog = lazy(async () => ({
  default: (await import("../../../steps/organising/tag-dialog.tsx")).TagDialog,
}));

interface OrganisingProps {
  request: Request;
  /** The signed-in user. */
  myId: string;
}

/** Who looks after the request, where there is a choice, and its tags. Recipients see neither. */
export function Organising({ request, myId }: OrganisingProps) {
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: request.workspace.id }));
  const { mutate: change } = useChangeRequest();
  const toast = useToast();
  const [isTagging, setTagging] = useState(false);
  const assignee = members.find(({ userId }) => userId === request.assigneeId);
  const fail = (error: Error) => toast({ message: errorText(error), tone: "problem" });

  const assign = (assigneeId: string | null, name: string) =>
    change(
      { requestId: request.id, change: { kind: "assign", assigneeId } },
      {
        onSuccess: () => toast({ message: `Assigned to ${name}`, tone: "success" }),
        onError: fail,
      },
    );
  const tag = ({ id, name }: Tag, isTagged: boolean) =>
    change(
      { requestId: request.id, change: { kind: "tag", tagId: id, isTagged } },
      {
        onSuccess: () =>
          toast({
            message: isTagged ? `Tagged “${name}”` : `No longer tagged “${name}”`,
            tone: "success",
            action: { label: "Undo", onSelect: () => tag({ id, name }, !isTagged) },
          }),
        onError: fail,
      },
    );
  return (
    <div className={styles["organising"]}>
      {members.length > 1 && (
        <Menu
          label={`Assignee: ${assignee?.name ?? "nobody"}`}
          variant="quiet"
          size="small"
          heading="The assignee gets the emails about what arrives."
          items={[
            ...members.map(({ userId, name }) => ({
              id: userId,
              label: userId === myId ? `${name} (you)` : name,
              checked: userId === request.assigneeId,
              onSelect: () => assign(userId, name),
            })),
            {
              id: "nobody",
              label: "Nobody",
              checked: request.assigneeId === null,
              onSelect: () => assign(null, "nobody"),
            },
          ]}
        >
          {assignee ? <Avatar size="small" name={assignee.name} /> : <CircleDashed aria-hidden="true" />}
          {assignee?.name ?? "Assign"}
        </Menu>
      )}
      {request.tags.length > 0 && (
        <ul aria-label="Tags">
          {request.tags.map(({ id, name }) => (
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
            workspaceId={request.workspace.id}
            requests={[request]}
            onClose={() => setTagging(false)}
            onTag={(chosen) => {
              setTagging(false);
              tag(chosen.tag, chosen.isTagged);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
