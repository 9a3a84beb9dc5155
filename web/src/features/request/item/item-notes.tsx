import { limits } from "@sheaf/contract/limits";
import { Lock, Trash2 } from "lucide-react";
import type { Item } from "../../../data/items/item.models.ts";
import { useAddNote } from "../../../data/notes/add-note.mutation.ts";
import type { Note } from "../../../data/notes/note.models.ts";
import { useRemoveNote } from "../../../data/notes/remove-note.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { excerpt } from "../../../steps/questions/excerpt.models.ts";
import { MessageForm } from "../../../steps/questions/message-form.tsx";
import { WrittenText } from "../../../steps/questions/written-text.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import styles from "./item-notes.module.css";

interface ItemNotesProps {
  item: Item;
  myId: string;
  isAdding: boolean;
  onAdded: () => void;
}

/** Notes on an item that recipients never see. */
export function ItemNotes({ item, myId, isAdding, onAdded }: ItemNotesProps) {
  const adding = useAddNote();
  return (
    <div className={styles["notes"]} role="group" aria-label={`Notes on ${item.title}`}>
      <p className={styles["readers"]}>
        <Lock aria-hidden="true" />
        Only members see notes
      </p>
      {item.notes.length > 0 && (
        <ul>
          {item.notes.map((note) => (
            <NoteLine key={note.id} note={note} myId={myId} />
          ))}
        </ul>
      )}
      {isAdding && (
        <MessageForm
          name={`note on ${item.id}`}
          isSensitive={item.isSensitive}
          label={`Your note on “${item.title}”`}
          submitLabel="Add note"
          longest={limits.noteLength}
          busy={adding.isPending}
          error={adding.error}
          onSend={(body) => adding.mutateAsync({ itemId: item.id, body })}
          onClose={onAdded}
        />
      )}
    </div>
  );
}

function NoteLine({ note, myId }: { note: Note; myId: string }) {
  const removing = useRemoveNote();
  const adding = useAddNote();
  const toast = useToast();
  const undo = (itemId: string) =>
    adding.mutate(
      { itemId, body: note.body },
      { onError: (error) => toast({ message: errorText(error), tone: "problem" }) },
    );
  const remove = () =>
    void whenDone(
      removing.mutateAsync(note.id),
      () => toast({ message: "Note removed", action: { label: "Undo", onSelect: () => undo(note.itemId) } }),
      (error) => toast({ message: errorText(error), tone: "problem" }),
    );
  return (
    <li>
      <div>
        <WrittenText text={note} myId={myId} />
      </div>
      {note.author === myId && (
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 />}
          aria-label={`Remove the note “${excerpt(note.body)}”`}
          title="Remove this note"
          busy={removing.isPending}
          onClick={remove}
        />
      )}
    </li>
  );
}
