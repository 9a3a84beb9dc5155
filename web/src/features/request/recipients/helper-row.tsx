import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTakeBackItem } from "../../../data/hand-off/take-back-item.mutation.ts";
import { useInviteRecipient } from "../../../data/requests/invite-recipient.mutation.ts";
import { personName } from "../../../data/requests/people.models.ts";
import type { Helper, Request } from "../../../data/requests/request.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import styles from "./recipient-list.module.css";
import { helperItems, isWithoutEmail, recipientState } from "./recipient-state.models.ts";

interface HelperRowProps {
  helper: Helper;
  request: Request;
  now: Date;
}

/** A person who was asked for single items. */
export function HelperRow({ helper, request, now }: HelperRowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const takeBack = useTakeBackItem();
  const invite = useInviteRecipient();
  const toast = useToast();
  const name = personName(helper);
  const items = helperItems(helper, request.items);
  const close = () => {
    setRemoving(false);
    takeBack.reset();
  };
  const sendLink = () =>
    void whenDone(
      invite.mutateAsync({ recipientId: helper.id }),
      () => toast({ message: `Emailing the link to ${name}`, tone: "success" }),
      (error) => toast({ message: errorSentences(error).what }),
    );
  const removeAll = async () => {
    // One after the other: each changes the same request.
    for (const { id } of helper.items) await takeBack.mutateAsync({ itemId: id });
    close();
  };

  return (
    <li className={styles["person"]}>
      <Avatar name={name} />
      <div className={styles["who"]}>
        <b>
          <AddressText text={name} />
        </b>
        {helper.name !== "" && (
          <span>
            <AddressText text={helper.email} />
          </span>
        )}
        <span>{items === "" ? "The item they were asked for was removed" : items}</span>
        <span>{recipientState(helper, { isInviting: true, now })}</span>
      </div>
      <Menu
        label={`Options for ${name}`}
        variant="quiet"
        size="small"
        items={[
          ...(request.phase === "open" && !isWithoutEmail(helper)
            ? [{ label: helper.isInvited ? "Email the link again" : "Email the link", onSelect: sendLink }]
            : []),
          { label: "Remove", onSelect: () => setRemoving(true), danger: true },
        ]}
      >
        <Ellipsis aria-hidden="true" />
      </Menu>
      <ConfirmDialog
        open={isRemoving}
        onClose={close}
        title={`Remove ${name}?`}
        cancelLabel="Keep"
        confirmLabel="Remove"
        busy={takeBack.isPending}
        failure={takeBack.error && errorSentences(takeBack.error)}
        onConfirm={() => void removeAll().catch(() => undefined)}
      >
        <p>
          They won’t be able to open {items === "" ? "this request" : items}. What they added stays with you.
        </p>
      </ConfirmDialog>
    </li>
  );
}
