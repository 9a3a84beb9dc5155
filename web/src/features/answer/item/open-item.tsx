import { useState } from "react";
import { pageConfig } from "../../../lib/page-config.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../checklist.module.css";
import { acceptHint } from "../checklist.models.ts";
import { ItemContent } from "./item-content.tsx";
import { ItemFooter } from "./item-footer.tsx";
import type { ItemProps } from "./item-props.ts";

/** An item unfolded: what it asks for, the form to answer it, and the other things that the recipient can do. */
export function OpenItem({ isMain, ...props }: ItemProps & { isMain: boolean }) {
  const { item, isPaused } = props;
  const [isAsked, setAsked] = useState(false);
  const canDecline = item.answer === null && item.files.every(({ isAddedByMember }) => isAddedByMember);
  // Another recipient may answer in the meantime.
  if (isAsked && !canDecline) setAsked(false);
  const isDeclining = isAsked && canDecline;
  const hint = [
    item.kind === "file" ? acceptHint(item, pageConfig().maxFileBytes) : "",
    item.isSensitive ? "Sensitive: previews stay blurred until opened." : "",
  ];
  return (
    <>
      {item.instructions !== "" && (
        <UserText as="p" className={styles["instructions"]}>
          {item.instructions}
        </UserText>
      )}
      <p className={styles["hint"]}>{hint.filter(Boolean).join(" ")}</p>
      <ItemContent
        {...props}
        isMain={isMain}
        isDeclining={isDeclining}
        onDeclineClosed={() => setAsked(false)}
      />
      <ItemFooter
        {...props}
        decline={
          canDecline && !isPaused ? { isOpen: isDeclining, toggle: () => setAsked(!isDeclining) } : undefined
        }
      />
    </>
  );
}
