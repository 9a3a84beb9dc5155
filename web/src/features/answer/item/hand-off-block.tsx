import { UserRoundPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { isLocked } from "../checklist.models.ts";
import type { ItemProps } from "./item-props.ts";

// Most recipients answer everything themselves, so most pages never load this code.
const HandOffDialog = lazy(async () => ({
  default: (await import("../../../steps/hand-off/hand-off-dialog.tsx")).HandOffDialog,
}));
const HandedLine = lazy(async () => ({
  default: (await import("../../../steps/hand-off/handed-line.tsx")).HandedLine,
}));

/** Who else was asked for an item, or a button to ask somebody. Only for those who were sent the whole request. */
export function HandOffBlock({ item, request, helpers }: Pick<ItemProps, "item" | "request" | "helpers">) {
  const [isOpen, setOpen] = useState(false);
  const name = helpers.get(item.id);
  if (request.scope !== "all") return null;
  if (name !== undefined) {
    return (
      <div>
        <Suspense>
          <HandedLine item={item} name={name} by="" />
        </Suspense>
      </div>
    );
  }
  if (isLocked(item) || request.phase === "paused") return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<UserRoundPlus />}
        aria-label={`Ask someone else for ${item.title}`}
        onClick={() => setOpen(true)}
      >
        Ask someone else
      </Button>
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
