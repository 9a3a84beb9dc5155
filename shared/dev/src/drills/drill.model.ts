import type { DrillPlatform } from "./drill-platform.ts";

/** One measured figure of an attack, with the bound that it must keep. */
export interface Figure {
  what: string;
  /** Undefined if this system can't measure it. */
  measured: number | undefined;
  unit: "" | "MB" | "s";
  /** Upper bound for the attacker, lower bound for honest users; without either, the figure is only printed. */
  max?: number;
  min?: number;
}

/** An attack on a local platform that belongs to the drill alone. Its load is bounded and ends by itself. */
export interface Drill {
  name: string;
  /** In one sentence. */
  attack: string;
  /** Runs it on a platform that asks for a CAPTCHA. */
  withCaptcha?: true;
  run(platform: DrillPlatform): Promise<Figure[]>;
}

export function isKept({ measured, max, min }: Figure): boolean {
  if (measured === undefined) return true;
  return (max === undefined || measured <= max) && (min === undefined || measured >= min);
}

/** The figures as a table, one line each. */
export function describeFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, measured, unit, max, min } = figure;
    const bound = max === undefined ? (min === undefined ? "" : `at least ${min}`) : `at most ${max}`;
    const shown = measured === undefined ? "not measured here" : `${rounded(measured)} ${unit}`.trim();
    return [what, shown, bound, isKept(figure) ? "" : "EXCEEDED"];
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const rounded = (value: number) => (Number.isInteger(value) ? value : value.toFixed(1));
