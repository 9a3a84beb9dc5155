import { useDecideAccess } from "../../../data/access-requests/decide-access.mutation.ts";
import type { AccessRequest } from "../../../data/access-requests/pending-access.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import styles from "./recipient-list.module.css";

/** Someone who opened the link with another address and asks to be added. */
export function AccessRequestRow({ asking }: { asking: AccessRequest }) {
  const decide = useDecideAccess();
  const answer = (isAdded: boolean) => decide.mutate({ accessRequestId: asking.id, isAdded });
  const isAdding = decide.isPending && decide.variables.isAdded;
  return (
    <li className={styles["person"]}>
      <Avatar name={asking.email} />
      <div className={styles["who"]}>
        <b>
          <AddressText text={asking.email} />
        </b>
        <span>Opened the link with this address and asks to be added</span>
      </div>
      <div className={styles["asking"]}>
        <Button
          size="small"
          aria-label={`Add ${asking.email}`}
          busy={isAdding}
          disabled={decide.isPending}
          onClick={() => answer(true)}
        >
          Add
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Decline ${asking.email}`}
          busy={decide.isPending && !isAdding}
          disabled={decide.isPending}
          onClick={() => answer(false)}
        >
          Decline
        </Button>
        {decide.error && (
          <Notice tone="returned" announce>
            {errorText(decide.error)}
          </Notice>
        )}
      </div>
    </li>
  );
}
