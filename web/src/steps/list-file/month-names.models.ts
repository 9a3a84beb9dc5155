import { foldText } from "../../lib/fold-text.ts";

/** Languages in which lists are written. */
const languages = "en de fr es pt it nl da sv nb fi pl cs sk sl hr hu ro bg el ru uk tr et lv lt".split(" ");

/** Abbreviations of Excel and of people that the browser doesn't have. */
const others = [
  ["mrz", 3],
  ["sept", 9],
] as const;

let months: ReadonlyMap<string, number> | undefined;

/**
 * The month from 1 to 12 that has this name or abbreviation, alone or beside a day. 0 for a word that is none, or another month
 * in another language: "listopada" is November in Polish and October in Croatian.
 */
export function monthOf(name: string): number {
  months ??= readMonths();
  return months.get(foldText(name)) ?? 0;
}

function readMonths(): Map<string, number> {
  const all = new Map<string, number>(others);
  for (const { name, month } of languages.flatMap(namesIn)) {
    const key = foldText(name.replace(/\.$/u, ""));
    all.set(key, [undefined, month].includes(all.get(key)) ? month : 0);
  }
  return all;
}

function namesIn(language: string): { name: string; month: number }[] {
  const styles = (["long", "short"] as const).flatMap((month) => [
    { month },
    { month, day: "numeric" as const },
  ]);
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index) => {
      const parts = format.formatToParts(Date.UTC(2026, index, 15));
      return { name: parts.find(({ type }) => type === "month")?.value ?? "", month: index + 1 };
    });
  });
}
