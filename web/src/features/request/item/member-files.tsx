import { pickerAccept } from "@sheaf/contract/file-type";
import { Plus } from "lucide-react";
import { type ChangeEvent, useMemo, useRef } from "react";
import type { Item } from "../../../data/items/item.models.ts";
import { requestKeys } from "../../../data/requests/keys.ts";
import { UploadAnnouncer } from "../../../steps/uploads/upload-announcer.tsx";
import { UploadRows } from "../../../steps/uploads/upload-rows.tsx";
import { useUploads } from "../../../steps/uploads/use-uploads.ts";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./item-card.module.css";

/** Adds files to an item that was received another way. */
export function MemberFiles({ item }: { item: Item }) {
  const request = useMemo(() => ({ id: item.requestId, items: [item] }), [item]);
  const { uploads, add, sendAnyway, retry, dismiss } = useUploads(request, requestKeys);
  const own = useMemo(() => uploads.filter(({ itemId }) => itemId === item.id), [uploads, item.id]);
  const input = useRef<HTMLInputElement>(null);

  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { requestId, id: itemId, accepts } = item;
    add(
      [...(currentTarget.files ?? [])].map((content) => ({
        requestId,
        itemId,
        content,
        accepts,
        byMember: true,
      })),
    );
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = "";
  };

  return (
    <div className={styles["member"]}>
      <UploadRows item={item} uploads={own} sendAnyway={sendAnyway} retry={retry} dismiss={dismiss} />
      <Button
        size="small"
        icon={<Plus aria-hidden="true" />}
        aria-label={`Add files to ${item.title}`}
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pickerAccept(item.accepts)}
        data-testid={`member-files-${item.id}`}
        onChange={take}
      />
      <UploadAnnouncer uploads={own} items={request.items} />
    </div>
  );
}
