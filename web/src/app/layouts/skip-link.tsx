import styles from "./skip-link.module.css";

/** First stop of the Tab key: past the navigation, without a mark in the address. */
export function SkipLink() {
  return (
    <a
      className={styles["skip"]}
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
