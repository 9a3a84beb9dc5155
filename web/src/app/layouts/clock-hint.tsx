import { useSecondsAhead } from "../../lib/clock-skew.ts";
import { Notice } from "../../ui/status/notice.tsx";
import { clockSkewText } from "./clock.models.ts";

/** Warns about a wrong device clock, because sessions and codes depend on the time. */
export function ClockHint() {
  const seconds = useSecondsAhead();
  return seconds === 0 ? null : <Notice>{clockSkewText(seconds)}</Notice>;
}
