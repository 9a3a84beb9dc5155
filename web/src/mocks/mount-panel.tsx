import { createRoot } from "react-dom/client";
import { Panel, type PanelProps } from "./panel/panel.tsx";

/** Renders into the element in which the document says that QA mode is starting. */
export function mountPanel(props: PanelProps): void {
  const place = document.getElementById("sheaf-qa");
  if (!place) throw new Error("The document of a QA build has no place for the panel.");
  createRoot(place).render(<Panel {...props} />);
}
