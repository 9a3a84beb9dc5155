import { pages } from "@sheaf/contract/pages";
import type { FromLastYear } from "../../../data/requests/next-year/moves.models.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useNow } from "../../../lib/now.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../editor-screen.module.css";
import { lastYearText } from "./last-year-text.models.ts";

/** What was changed in a draft that was made from last year's request. */
export function LastYearNotice({ from }: { from: FromLastYear }) {
  const now = useNow();
  return (
    <div className={styles["lastYear"]}>
      <Notice tone="submitted">
        {lastYearText(from.moves, { now })}{" "}
        <Link to={pages.request.href({ id: from.requestId })}>Open last year’s request</Link>
      </Notice>
    </div>
  );
}
