import { deviceStore } from "../lib/browser-store.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const key = "sheaf:theme";

/** Theme chosen in this browser; the system's by default. */
export function storedTheme(): Theme {
  const stored = deviceStore.read(key);
  return themes.find((theme) => theme === stored) ?? "system";
}

export function applyTheme(theme: Theme): void {
  const page = document.documentElement;
  if (theme === "system") delete page.dataset["theme"];
  else page.dataset["theme"] = theme;
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  deviceStore.write(key, theme);
}
