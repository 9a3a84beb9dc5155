import styles from "./skip-link.module.css";

/** First focusable element: moves focus past the navigation without adding a fragment to the URL. */
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
