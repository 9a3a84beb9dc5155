import { pages } from "@sheaf/contract/pages";
import type { OperatorPage } from "@sheaf/contract/sidecar";
import { Link } from "../../lib/navigation.tsx";
import { operatorLinks } from "../../lib/operator-links.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import styles from "./landing.module.css";

const names: Readonly<Record<OperatorPage, string>> = {
  privacy: "Privacy",
  security: "Security",
  source: "Source code",
  contact: "Contact",
};

/** The operator's links are those of this deployment, which the prerendered page doesn't know yet. */
export function LandingFooter() {
  const links = useHydrated() ? operatorLinks(document) : [];
  return (
    <footer className={styles["footer"]}>
      <p>Sheaf is open source, under the MIT licence.</p>
      <nav aria-label="About this site">
        <Link to={pages.verify.href()}>Check a receipt</Link>
        <Link to={pages.trust.href()}>How your documents are protected</Link>
        <Link to={pages.accessibility.href()}>Accessibility</Link>
        {links.map(({ to, url }) => (
          <a key={to} href={url}>
            {names[to]}
          </a>
        ))}
      </nav>
    </footer>
  );
}
