import type { RequestState } from "@sheaf/contract/states";
import { type RequestPhase, toPhase } from "../requests/phase.models.ts";

interface HandedPhaseRow {
  status: RequestState;
  paused_at: string | null;
  is_closed: boolean;
}

/** The phase for a helper with single items, who isn't told who closed the request. */
export const toHandedPhase = ({ is_closed: isClosed, ...row }: HandedPhaseRow): RequestPhase =>
  toPhase({ ...row, closed_by: isClosed ? "somebody" : null });
