import { Eye, Undo2 } from "lucide-react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./done.module.css";

/** The steps that the recipient can expect until everything is accepted. */
export function NextSteps({ request: { phase, workspaceName } }: { request: ReceivedRequest }) {
  if (phase === "done") return null;
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles["heading"]}>
        What happens next
      </h2>
      <Card className={styles["steps"]}>
        <div>
          <Eye aria-hidden="true" />
          <p>
            <b>
              <UserText>{workspaceName}</UserText> reviews what you sent
            </b>
            <span>You can close this page. You don’t need to do anything until then.</span>
          </p>
        </div>
        <div>
          <Undo2 aria-hidden="true" />
          <p>
            <b>If anything needs changing, it will appear here</b>
            <span>We’ll email you what and why.</span>
          </p>
        </div>
      </Card>
    </section>
  );
}
