import { useSession } from "../../lib/session.ts";
import { Logo } from "../../ui/logo.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./page-loading.module.css";

/** What stands while the first page is on its way, and for as long as the service cannot be asked who is there. */
export function PageLoading() {
  const session = useSession();
  const offline = session.status === "unknown" && session.offline;
  const line = "We cannot reach the service. You stay signed in, and we keep trying.";
  return (
    <main className={styles["loading"]} tabIndex={-1} aria-busy={!offline}>
      <Logo size={34} label="Sheaf" />
      <p className={styles["line"]} data-shown={offline}>
        {offline && line}
      </p>
      <LiveRegion message={offline ? line : "Loading"} />
    </main>
  );
}
