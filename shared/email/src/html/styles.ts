import type { Tone } from "../message.ts";

const font = "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Light mode, inline: many programs remove style sheets. The class names are for dark mode and narrow screens.
 *
 * Many programs know no logical properties either, so what stands at the start or the end of a line is a cell of a table,
 * whose order follows `dir`.
 */
export const styles = {
  body: `margin:0;padding:0;background:#faf9f6;color:#1d1c1a;${font};font-size:15px;line-height:1.5`,
  card: "background:#ffffff;border:1px solid #e7e3da;border-radius:16px;padding:28px 32px 32px;overflow-wrap:anywhere;word-break:break-word",
  brand: `${font};font-size:15px;font-weight:600;color:#1d1c1a`,
  heading:
    "margin:22px 0 0;font-size:26px;line-height:1.2;font-weight:650;letter-spacing:-.02em;color:#1d1c1a",
  subheading: "margin:26px 0 0;font-size:18px;line-height:1.3;font-weight:650;color:#1d1c1a",
  paragraph: "margin:8px 0 0;color:#5b5750",
  quiet: "margin:16px 0 0;font-size:14px;color:#5b5750",
  quoted: "margin:18px 0 0",
  rule: "width:3px;background:#e7e3da;font-size:0",
  words: `padding:2px 16px;color:#1d1c1a;${font};font-size:15px;line-height:1.5`,
  by: "margin:4px 0 0;font-size:14px;color:#706b62",
  rows: "margin:18px 0 0",
  row: `padding:14px 0;border-top:1px solid #e7e3da;${font}`,
  title: `${font};font-size:16px;line-height:1.35;font-weight:600;color:#1d1c1a`,
  note: "margin:2px 0 0;font-size:14px;line-height:1.45;color:#5b5750",
  file: "margin:8px 0 0;font-size:14px;line-height:1.45;color:#5b5750",
  checksum:
    "margin:1px 0 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:11.5px;line-height:1.45;color:#706b62",
  quote: "margin:8px 0 0;padding:9px 12px;border-radius:9px;font-size:14px;line-height:1.45",
  buttonLink: `display:inline-block;padding:13px 22px;${font};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none`,
  code: "margin:18px 0 0;padding:16px 8px;border-radius:11px;background:#e3f1ec;color:#1d1c1a;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;line-height:1.2;font-weight:650;letter-spacing:.08em;text-align:center;white-space:nowrap",
  // in both directions: a code is written from left to right
  nextGroup: "padding-left:.4em",
  aside:
    "margin:20px 0 0;padding:13px 16px;border-radius:11px;background:#f3f1ec;font-size:14px;color:#5b5750",
  link: "color:#0f6a54;font-weight:560;text-decoration:underline;text-underline-offset:2px",
  foot: `padding:18px 32px 14px;${font};font-size:13px;line-height:1.55;color:#706b62;overflow-wrap:anywhere;word-break:break-word`,
  footLine: "margin:0 0 8px",
} as const;

/** Parts in the colour of the workspace, or in Sheaf's. */
export const accentStyles = (accent: string) => ({
  mark: `width:36px;height:36px;line-height:36px;text-align:center;border-radius:9px;background:${accent};color:#ffffff;${font};font-size:13px;font-weight:650`,
  button: `border-radius:10px;background:${accent}`,
});

export const ownAccent = "#0f6a54";

/** On dark paper, with dark text on it: three fifths of the way to white. */
export function lightened(accent: string): string {
  if (accent === ownAccent) return "#5cc3a3";
  const parts = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (255 - part) * 0.6)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const chip =
  "display:inline-block;padding:2px 9px;border-radius:99px;font-size:12.5px;font-weight:600;white-space:nowrap";

/** Background and ink of a tone. */
export const tints: Readonly<Record<Tone, string>> = {
  accepted: "background:#e1f1e6;color:#146c43",
  submitted: "background:#e4edfb;color:#2a5db0",
  returned: "background:#fbe7e4;color:#b3382c",
  waiting: "background:#fbf3dc;color:#8a6a1f",
  plain: "background:#f3f1ec;color:#5b5750",
};

export const chipStyle = (tone: Tone) => `${chip};${tints[tone]}`;

const mark = "height:7px;line-height:7px;font-size:0;border-radius:4px";
const hollow = "height:5px;line-height:5px;font-size:0;border-radius:4px;border:1px solid";

export const marks = {
  missing: { name: "mark-missing", style: `${hollow} #8f897d` },
  partial: { name: "mark-partial", style: `${hollow} #2a5db0` },
  submitted: { name: "mark-submitted", style: `${mark};background:#2a5db0` },
  returned: { name: "mark-returned", style: `${mark};background:#b3382c` },
  accepted: { name: "mark-accepted", style: `${mark};background:#146c43` },
  waived: { name: "mark-waived", style: `${mark};background:#8f897d` },
} as const;

/** Dark mode and narrow screens, where a program keeps style sheets. */
export const sheet = (accent: string) => `
      :root { color-scheme: light dark; }
      @media (max-width: 480px) {
        .card { padding: 24px 20px 26px !important; }
        .foot { padding: 18px 20px 14px !important; }
        .button, .button-table { width: 100% !important; }
        .button-link { display: block !important; text-align: center !important; }
        .code { font-size: 28px !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background: #161513 !important; }
        .card { background: #1e1d1a !important; border-color: #302d29 !important; }
        .ink { color: #f2efe9 !important; }
        .ink-2 { color: #b5afa4 !important; }
        .ink-3 { color: #8f897e !important; }
        .line { border-color: #302d29 !important; }
        .rule { background: #302d29 !important; }
        .code { background: #17352c !important; color: #f2efe9 !important; }
        .aside { background: #24221f !important; color: #b5afa4 !important; }
        .mark, .button { background: ${lightened(accent)} !important; }
        .mark, .button-link { color: #0b1f19 !important; }
        .link { color: #5cc3a3 !important; }
        .tone-accepted { background: #12301f !important; color: #74cf9c !important; }
        .tone-submitted { background: #16263f !important; color: #8db4f5 !important; }
        .tone-returned { background: #3b1a16 !important; color: #f0958a !important; }
        .tone-waiting { background: #33290f !important; color: #e0bd6a !important; }
        .tone-plain { background: #24221f !important; color: #b5afa4 !important; }
        .mark-missing { border-color: #726c63 !important; }
        .mark-partial { border-color: #8db4f5 !important; }
        .mark-submitted { background: #8db4f5 !important; }
        .mark-returned { background: #f0958a !important; }
        .mark-accepted { background: #74cf9c !important; }
        .mark-waived { background: #726c63 !important; }
      }
    `;
