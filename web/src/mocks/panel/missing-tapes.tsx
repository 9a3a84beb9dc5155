import type { ListedTape } from "@sheaf/mocks/run";
import styles from "./panel.module.css";

/** Tapes that aren't in git and not recorded on this machine, with the command that records them. */
export function MissingTapes({ tapes, open }: { tapes: readonly ListedTape[]; open: boolean }) {
  return (
    <details open={open}>
      <summary>Not recorded ({tapes.length})</summary>
      <p>
        <code>npx -y pnpm@12 tapes:record</code> records all of them in a few minutes; with names behind it,
        only those.
      </p>
      <ul className={styles["unused"]}>
        {tapes.map(({ name, description }) => (
          <li key={name}>
            <strong>{name}</strong>
            <br />
            {description}
          </li>
        ))}
      </ul>
    </details>
  );
}
