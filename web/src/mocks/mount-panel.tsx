import { createRoot } from "react-dom/client";
import { Panel, type PanelProps } from "./panel/panel.tsx";

/** A root of its own: what the page does to its own leaves the panel as it is. */
export function mountPanel(props: PanelProps): void {
  const place = document.createElement("div");
  place.id = "sheaf-qa";
  document.body.append(place);
  createRoot(place).render(<Panel {...props} />);
}
