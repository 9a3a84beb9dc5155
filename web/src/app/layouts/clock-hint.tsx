import { useSecondsAhead } from "../../lib/clock-skew.ts";
import { Notice } from "../../ui/notice.tsx";
import { clockWords } from "./clock.models.ts";

/** One quiet line for a device whose clock is wrong: sessions and codes go by the time. */
export function ClockHint() {
  const seconds = useSecondsAhead();
  return seconds === 0 ? null : <Notice>{clockWords(seconds)}</Notice>;
}
