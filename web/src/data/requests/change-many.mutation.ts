import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { type AppError, toAppError } from "../../lib/errors.ts";
import { eventKeys } from "../events/keys.ts";
import type { StateChange } from "./change-state.mutation.ts";
import { requestKeys } from "./keys.ts";

export type ManyChange = StateChange | "duplicate";

interface ChangeManyInput {
  requestIds: readonly string[];
  change: ManyChange;
  /** Called after each request, also one that fails. */
  onProgress: () => void;
}

export interface ManyOutcome {
  changed: string[];
  /** By request. */
  failures: ReadonlyMap<string, AppError>;
}

/** Few enough to leave the person's other tabs their share of the service. */
const maxConcurrency = 4;

async function changeMany({ requestIds, change, onProgress }: ChangeManyInput): Promise<ManyOutcome> {
  const waiting = requestIds.values();
  const changed: string[] = [];
  const failures = new Map<string, AppError>();
  const work = async () => {
    // Workers share the iterator, so each request is taken once.
    for (const request of waiting) {
      const { error } = await dataClient().rpc(`${change}_request`, { request });
      if (error) failures.set(request, toAppError(error));
      else changed.push(request);
      onProgress();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  return { changed, failures };
}

/** Makes the same change to several requests. One that fails doesn't stop the others. */
export function useChangeMany() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeMany,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
