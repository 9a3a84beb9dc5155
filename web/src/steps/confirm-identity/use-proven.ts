import type { ProofAct } from "@sheaf/contract/proof-acts";
import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { recordProof } from "../../data/proof/record-proof.ts";
import { AppError, isSilent, toAppError } from "../../lib/errors.ts";

/** A question that the page shows in place of the form that started the act. */
export interface IdentityQuestion {
  act: ProofAct;
  /** With the time until which the act must begin, in milliseconds since 1970. */
  onProven: (validUntil: number) => void;
  onCancel: () => void;
}

/** A proof of these acts serves until it expires: one that was recorded earlier may still be good. */
const served: ReadonlySet<ProofAct> = new Set(["sessions", "delete_requests"]);

/**
 * Adds a fresh proof of identity to a mutation that needs one. After a recent sign-in nothing is asked. Otherwise
 * `question` is set until it is answered; then the mutation runs by itself. Cancelling is no error.
 */
export function useProven<Data, Variables>(
  act: ProofAct,
  mutation: UseMutationResult<Data, Error, Variables>,
) {
  const { question, ask, cancel } = useQuestion(act);
  // By the database's clock. If this device's is fast, the user is asked more often than necessary.
  const proofValidUntil = useRef(0);
  const prove = async (mayAsk: boolean) => {
    if (Date.now() < proofValidUntil.current) return;
    try {
      proofValidUntil.current = await recordProof({ act });
    } catch (error) {
      if (!needsProof(error)) throw error;
      if (mayAsk) proofValidUntil.current = await ask();
    }
  };
  const run = async (variables: Variables, mayAsk = true): Promise<Data> => {
    await prove(mayAsk);
    try {
      const data = await mutation.mutateAsync(variables);
      if (!served.has(act)) proofValidUntil.current = 0;
      return data;
    } catch (error) {
      if (mayHaveUsedProof(error)) proofValidUntil.current = 0;
      throw error;
    }
  };
  const proven = useMutation({
    // Arguments and results may be secret: passwords, backup codes.
    gcTime: 0,
    mutationFn: async (variables: Variables): Promise<Data> => {
      try {
        // The proof for the request before may still serve.
        return await run(variables, act !== "delete_requests");
      } catch (error) {
        if (!needsProof(error)) throw error;
        // It expired, or another tab has used it.
        return run(variables);
      }
    },
  });

  return {
    question,
    mutate: proven.mutate,
    mutateAsync: proven.mutateAsync,
    data: proven.data,
    error: proven.error && !isSilent(proven.error) ? proven.error : null,
    isPending: proven.isPending,
    isSuccess: proven.isSuccess,
    /** Also after cancelling. */
    isError: proven.isError,
    status: proven.status,
    reset: () => {
      cancel();
      proven.reset();
      mutation.reset();
    },
  };
}

function needsProof(error: unknown): boolean {
  return toAppError(error).code === "proof.required";
}

/** Auth reports a missing proof as an unexpected failure. After most other refusals the proof can still be used. */
function mayHaveUsedProof(error: unknown): boolean {
  return needsProof(error) || toAppError(error).code === "unexpected_failure";
}

/** Focus returns to where it was when the question appeared, unless the answer moves it on. */
function useQuestion(act: ProofAct) {
  const [question, setQuestion] = useState<IdentityQuestion>();
  const open = useRef<IdentityQuestion>(undefined);
  const returnTo = useRef<Element>(undefined);
  const show = (next: IdentityQuestion | undefined) => {
    open.current = next;
    setQuestion(next);
  };
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      returnTo.current = document.activeElement ?? undefined;
      show({
        act,
        onProven: (validUntil) => {
          show(undefined);
          resolve(validUntil);
        },
        onCancel: () => {
          show(undefined);
          reject(new AppError("proof.cancelled"));
        },
      });
    });
  const cancel = () => open.current?.onCancel();

  useEffect(() => () => open.current?.onCancel(), []);
  useEffect(() => {
    if (!question) return undefined;
    return () => {
      const former = returnTo.current;
      if (document.activeElement === document.body && former instanceof HTMLElement) former.focus();
    };
  }, [question]);
  return { question, ask, cancel };
}
