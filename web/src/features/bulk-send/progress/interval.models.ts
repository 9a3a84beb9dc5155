import type { Bulk } from "../../../data/bulk/bulk.models.ts";
import { pollInterval } from "../../../lib/poll-interval.ts";
import { isEnded } from "./progress-text.models.ts";

/** Requests are sent many a second. Milliseconds; polling stops while the page is hidden. */
export const sendingInterval = 2000;

export const intervalOf = (bulk: Bulk): number =>
  isEnded(bulk) || bulk.isPaused || !bulk.canSend ? pollInterval : sendingInterval;
