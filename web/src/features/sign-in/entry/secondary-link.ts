import styles from "../sign-in.module.css";

/** Class of a secondary link, for a router link that this feature cannot render itself. */
export const secondaryLinkClass = styles["link"];
