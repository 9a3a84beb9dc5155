import { useSession } from "../../lib/session.ts";
import { Logo } from "../../ui/logo.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./page-loading.module.css";

/** What stands while the first page is on its way, and for as long as the service cannot be asked who is there. */
export function PageLoading() {
  const session = useSession();
  const offline = session.status === "unknown" && session.offline;
  return (
    <main className={styles["loading"]} tabIndex={-1} aria-busy={!offline}>
      <Logo size={34} label="Sheaf" />
      <div className={styles["words"]}>
        {offline && (
          <>
            <h1>We cannot reach the service</h1>
            <p>You stay signed in, and we keep trying.</p>
          </>
        )}
      </div>
      <LiveRegion message={offline ? "We cannot reach the service. We keep trying." : "Loading"} />
    </main>
  );
}
