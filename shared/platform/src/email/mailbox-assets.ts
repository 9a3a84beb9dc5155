/** Styles of the mailbox page: the product's colors, in the system's color scheme. */
export const mailboxCss = `
:root { color-scheme: light dark; --paper: #faf9f6; --card: #fff; --ink: #1d1c1a; --ink-2: #5b5750; --line: #e7e3da; --accent: #0f6a54; --accent-ink: #fff; --accent-soft: #e3f1ec; }
@media (prefers-color-scheme: dark) { :root { --paper: #161513; --card: #1e1d1a; --ink: #f2efe9; --ink-2: #b5afa4; --line: #302d29; --accent: #5cc3a3; --accent-ink: #0b1f19; --accent-soft: #17352c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 24px 16px 64px; background: var(--paper); color: var(--ink); font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
h1 { font-size: 26px; line-height: 1.2; margin: 0; }
h2 { font-size: 17px; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
p { margin: 0; }
header p, .to, .label, .empty p, time { color: var(--ink-2); }
header { margin-bottom: 24px; }
main { display: grid; gap: 16px; align-items: start; }
@media (min-width: 860px) { main:has(nav) { grid-template-columns: minmax(0, 1fr) 320px; } }
article, nav, .empty { background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
article, .empty { padding: 24px; display: grid; gap: 12px; }
.to { font-size: 13px; overflow-wrap: anywhere; }
.code { display: grid; gap: 4px; padding: 16px; border-radius: 10px; background: var(--accent-soft); }
.label { font-size: 13px; }
.code output { font: 650 clamp(32px, 9vw, 52px)/1.1 ui-monospace, monospace; letter-spacing: .12em; font-variant-numeric: tabular-nums; user-select: all; }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border-radius: 8px; background: var(--accent); color: var(--accent-ink); font-weight: 560; text-decoration: none; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 10px; background: Canvas; }
summary { min-height: 44px; display: list-item; align-content: center; font-weight: 560; cursor: pointer; }
pre, dl { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); font: 13px/1.55 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dt { color: var(--ink-2); }
dd { margin: 0 0 8px; }
nav ul { list-style: none; margin: 0; padding: 8px; }
nav a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 10px 12px; border-radius: 8px; color: inherit; text-decoration: none; font-size: 13px; }
nav a:hover, nav a[aria-current] { background: var(--accent-soft); }
.who { font-weight: 560; }
.who, .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.what { grid-column: 1 / -1; color: var(--ink-2); }
nav form { border-top: 1px solid var(--line); padding: 8px; }
button { min-height: 44px; width: 100%; border: 0; border-radius: 8px; background: none; color: var(--ink-2); font: inherit; cursor: pointer; }
button:hover { background: var(--accent-soft); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Polls every two seconds and opens the newest email when one arrives. */
export const mailboxJs = `
const shown = document.body.dataset.newest;
setInterval(async () => {
  if (document.hidden) return;
  try {
    const { messages } = await (await fetch("/api/v1/messages?limit=1")).json();
    if ((messages[0]?.ID ?? "") !== shown) location.replace("/");
  } catch {}
}, 2000);
`;
