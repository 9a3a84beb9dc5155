import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { type AppError, toAppError } from "../../lib/errors.ts";
import { eventKeys } from "../events/keys.ts";
import { tagKeys } from "../tags/keys.ts";
import type { StateChange } from "./change-state.mutation.ts";
import { requestKeys } from "./keys.ts";

/** A change that one request and many selected ones can have. */
export type RequestChange =
  | { kind: StateChange | "duplicate" | "remind" }
  | { kind: "assign"; assigneeId: string | null }
  | { kind: "tag"; tagId: string; isTagged: boolean }
  /** @property former the date that the user saw when they chose the new one; another one in the database is refused. */
  | { kind: "due"; dueOn: string | null; former: string | null };

/** The assignee before, or true if a tag was put on or taken off, or the date differed; nothing for other changes. */
export type ChangeResult = string | boolean | number | null | undefined;

interface ChangeInput {
  requestId: string;
  change: RequestChange;
}

function callFor({ requestId: request, change }: ChangeInput) {
  if (change.kind === "assign")
    return dataClient().rpc("assign_request", { request, assignee: change.assigneeId });
  if (change.kind === "tag")
    return dataClient().rpc("tag_request", { request, tag: change.tagId, tagged: change.isTagged });
  if (change.kind === "due")
    return dataClient().rpc("change_due_date", { request, due_on: change.dueOn, former: change.former });
  if (change.kind === "remind") return dataClient().rpc("send_reminders", { request });
  return dataClient().rpc(`${change.kind}_request`, { request });
}

async function changeRequest(input: ChangeInput): Promise<ChangeResult> {
  const { data, error } = await callFor(input);
  if (error) throw toAppError(error);
  return data;
}

function useRefreshChanged() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [requestKeys.all(), eventKeys.all(), tagKeys.all()].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );
}

/** Assigns or tags one request. */
export function useChangeRequest() {
  const refresh = useRefreshChanged();
  return useMutation({ mutationFn: changeRequest, onSettled: refresh });
}

interface ChangeManyInput {
  changes: readonly ChangeInput[];
  /** Called after each request, also one that fails. */
  onProgress: () => void;
}

export interface ManyOutcome {
  /** By request. */
  results: ReadonlyMap<string, ChangeResult>;
  failures: ReadonlyMap<string, AppError>;
}

/** Few enough to leave the person's other tabs their share of the service. */
const maxConcurrency = 4;

async function changeMany({ changes, onProgress }: ChangeManyInput): Promise<ManyOutcome> {
  const waiting = changes.values();
  const results = new Map<string, ChangeResult>();
  const failures = new Map<string, AppError>();
  const work = async () => {
    // Workers share the iterator, so each request is taken once.
    for (const input of waiting) {
      try {
        results.set(input.requestId, await changeRequest(input));
      } catch (error) {
        failures.set(input.requestId, toAppError(error));
      }
      onProgress();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  return { results, failures };
}

/** Changes several requests. One that fails doesn't stop the others. */
export function useChangeMany() {
  const refresh = useRefreshChanged();
  return useMutation({ mutationFn: changeMany, onSettled: refresh });
}
