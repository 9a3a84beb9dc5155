import { Checklist } from "../../features/answer/checklist.tsx";
import { LinkAccount } from "../../features/link-entry/link-account.tsx";

interface JoinedChecklistProps {
  requestId: string;
  userId: string;
  email: string;
  onInbox: () => void;
  onSignOut: () => Promise<void>;
}

/** The checklist behind a link, for its signed-in recipient. */
export function JoinedChecklist({ requestId, userId, email, onInbox, onSignOut }: JoinedChecklistProps) {
  return (
    <Checklist
      requestId={requestId}
      userId={userId}
      account={<LinkAccount email={email} onInbox={onInbox} onSignOut={onSignOut} />}
    />
  );
}
