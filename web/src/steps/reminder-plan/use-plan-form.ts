import { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { useState } from "react";
import * as v from "valibot";
import { toDays } from "./plan.models.ts";

export interface PlanField {
  value: string;
  onChange: (value: string) => void;
  isWrong: boolean;
}

/** Form state of a reminder plan. A new `plan` doesn't replace what was typed. */
export function usePlanForm(plan: ReminderPlan) {
  const [typed, setTyped] = useState({
    before: plan.before.join(", "),
    every: String(plan.every),
    undated: String(plan.undated),
    most: String(plan.most),
  });
  const parsed = v.safeParse(ReminderPlan, {
    before: toDays(typed.before),
    every: Number(typed.every),
    undated: Number(typed.undated),
    most: Number(typed.most),
  });
  const wrong = new Set<unknown>(parsed.issues?.map(({ path }) => path?.[0].key));
  const field = (name: keyof typeof typed): PlanField => ({
    value: typed[name],
    onChange: (value) => setTyped({ ...typed, [name]: value }),
    isWrong: wrong.has(name),
  });
  return {
    before: field("before"),
    every: field("every"),
    undated: field("undated"),
    most: field("most"),
    /** Undefined while something typed is wrong. */
    plan: parsed.success ? parsed.output : undefined,
  };
}
