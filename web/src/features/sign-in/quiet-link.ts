import styles from "./sign-in.module.css";

/** The look of what stands beside the one main button, for an element that is the router's. */
export const quietLinkClass = styles["link"];
