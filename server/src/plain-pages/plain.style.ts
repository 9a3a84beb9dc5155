const font = (path: string): string => `@font-face {
  font-family: "Hanken Grotesk Variable";
  font-weight: 100 900;
  font-display: swap;
  src: url("${path}") format("woff2-variations");
}
`;

/**
 * Styles of the pages that the sidecar writes. Colours and sizes are copied from the application's tokens,
 * because these pages have to look right while the application's files are unavailable or being replaced.
 *
 * @param fontPath URL path of the application's font; without it they use the device's font.
 */
export function plainStyle(fontPath: string | undefined): string {
  return (fontPath === undefined ? "" : font(fontPath)) + rules;
}

const rules = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f6, #161513);
  --ink: light-dark(#1d1c1a, #f2efe9);
  --ink-2: light-dark(#5b5750, #b5afa4);
  --ink-3: light-dark(#706b62, #8f897e);
  --accent: light-dark(#0f6a54, #5cc3a3);
  --accent-ink: light-dark(#ffffff, #0b1f19);
}
* { box-sizing: border-box; }
html {
  font: 15px/1.5 "Hanken Grotesk Variable", "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif;
  color: var(--ink);
  background: var(--paper);
  -webkit-font-smoothing: antialiased;
}
body { margin: 0; padding: 24px 20px; }
main { width: min(400px, 100%); margin: 14vh auto 0; margin-top: clamp(16px, 14dvh, 120px); }
svg { display: block; }
h1 { margin: 20px 0 6px; font-size: 26px; line-height: 1.2; letter-spacing: -0.02em; font-weight: 650; }
p { margin: 0; color: var(--ink-2); }
button {
  width: 100%;
  min-height: 42px;
  margin-top: 24px;
  border: 0;
  border-radius: 8px;
  background: var(--accent);
  color: var(--accent-ink);
  font-family: inherit;
  font-size: 15px;
  font-weight: 560;
  cursor: pointer;
}
button.quiet { border: 1px solid var(--ink-3); background: transparent; color: var(--ink); }
button[aria-disabled="true"] { cursor: progress; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (pointer: coarse), (max-width: 599px) { button { min-height: 44px; } }
.hint { margin-top: 32px; font-size: 13px; color: var(--ink-3); }
`;
