import { createRoot } from "react-dom/client";
import { Panel, type PanelProps } from "./panel/panel.tsx";

/** Renders into a separate root, so that the page's renders and errors don't affect the panel. */
export function mountPanel(props: PanelProps): void {
  const place = document.createElement("div");
  place.id = "sheaf-qa";
  document.body.append(place);
  createRoot(place).render(<Panel {...props} />);
}
