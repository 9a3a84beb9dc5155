import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./tag-list.module.css";

/** Tags in a row of a list. */
export function TagList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Tags" className={styles["tags"]}>
      {names.map((name) => (
        <UserText as="li" key={name}>
          {name}
        </UserText>
      ))}
    </ul>
  );
}
