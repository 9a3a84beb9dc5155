import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import styles from "./one-or-many.module.css";

interface OneOrManyProps {
  /** The way that the page is about. */
  current: "one" | "many";
  /** Several workspaces are told apart by the address. */
  workspace?: string | undefined;
}

/** The two ways to send: one request to its recipients, or one each to the people of a list. */
export function OneOrMany({ current, workspace }: OneOrManyProps) {
  const ways = [
    { id: "one", label: "To one", href: pages.newRequest.href({ workspace }) },
    { id: "many", label: "To many", href: pages.many.href({ workspace }) },
  ];
  return (
    <nav aria-label="How to send" className={styles["ways"]}>
      {ways.map(({ id, label, href }) => (
        <Link key={id} to={href} aria-current={id === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
