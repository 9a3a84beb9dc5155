import { UserRoundPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isLocked } from "../checklist.models.ts";
import type { ItemProps } from "./item-props.ts";

// Most recipients answer everything themselves, so most pages never load this code.
const HandOffDialog = lazy(async () => ({
  default: (await import("../../../steps/hand-off/hand-off-dialog.tsx")).HandOffDialog,
}));
const HandedLine = lazy(async () => ({
  default: (await import("../../../steps/hand-off/handed-line.tsx")).HandedLine,
}));

/** The person to whom an item was handed. Only for recipients of the whole request. */
export function HandedTo({ item, request, helpers }: Pick<ItemProps, "item" | "request" | "helpers">) {
  const name = helpers.get(item.id);
  if (request.scope !== "all" || name === undefined) return null;
  return (
    <Suspense>
      <HandedLine item={item} name={name} by="" />
    </Suspense>
  );
}

/** The recipient can ask someone else for the item. */
export const canHandOff = ({ item, request, helpers }: Pick<ItemProps, "item" | "request" | "helpers">) =>
  request.scope === "all" && request.phase !== "paused" && !helpers.has(item.id) && !isLocked(item);

/** A button that asks someone else for an item. */
export function HandOffButton({ item, request }: Pick<ItemProps, "item" | "request">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-label={`Ask someone else for ${item.title}`} onClick={() => setOpen(true)}>
        <UserRoundPlus aria-hidden="true" />
        Ask someone else
      </button>
      {isOpen && (
        <Suspense>
          <HandOffDialog
            item={item}
            readers={`You and ${request.workspaceName}`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
