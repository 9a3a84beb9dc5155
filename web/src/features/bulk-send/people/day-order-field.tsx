import { formatDay } from "../../../lib/dates.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import type { List } from "../../../steps/list-file/list.models.ts";
import styles from "../bulk-send.module.css";
import { type DayOrder, readDay } from "../../../steps/list-file/days.models.ts";
import { type Choices, dueTexts } from "./people.models.ts";

const orders: readonly DayOrder[] = ["day-first", "month-first"];

interface DayOrderFieldProps {
  list: List;
  choices: Choices;
  onChoose: (order: DayOrder) => void;
}

/** Asked once for the whole column, with the first date that can be read in two ways. */
export function DayOrderField({ list, choices, onChoose }: DayOrderFieldProps) {
  const texts = dueTexts(list, choices.uses);
  const readings = (text: string) => orders.map((order) => readDay(text, order));
  const sample =
    texts.find((text) => {
      const [dayFirst, monthFirst] = readings(text);
      return dayFirst !== monthFirst && dayFirst !== null && monthFirst !== null;
    }) ??
    texts[0] ??
    "";
  return (
    <Notice tone={choices.order === undefined ? "waiting" : "plain"}>
      <fieldset className={styles["order"]}>
        <legend>Which day is {sample}?</legend>
        {orders.map((order) => {
          const day = readDay(sample, order);
          return (
            <label key={order}>
              <input
                type="radio"
                name="day-order"
                checked={choices.order === order}
                onChange={() => onChoose(order)}
              />
              {day === null ? (order === "day-first" ? "Day first" : "Month first") : formatDay(day)}
            </label>
          );
        })}
      </fieldset>
    </Notice>
  );
}
