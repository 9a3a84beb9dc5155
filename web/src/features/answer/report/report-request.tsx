import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./report-request.module.css";

const ReportDialog = lazy(async () => ({
  default: (await import("./report-dialog.tsx")).ReportDialog,
}));

/** Emails link to the request with this fragment. */
const fragment = "#report";

/** Lets a recipient report a request that looks wrong to the site's operators. */
export function ReportRequest({ request }: { request: ReceivedRequest }) {
  const [isOpen, setOpen] = useState(() => location.hash === fragment);
  const [isReported, setReported] = useState(false);
  return (
    <>
      <div className={styles["report"]}>
        {isReported ? (
          <p role="status">You reported this request. {request.workspaceName} isn’t told.</p>
        ) : (
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            <Flag aria-hidden="true" />
            Report this request
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ReportDialog
            request={request}
            onClose={() => setOpen(false)}
            onReported={() => {
              setOpen(false);
              setReported(true);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
