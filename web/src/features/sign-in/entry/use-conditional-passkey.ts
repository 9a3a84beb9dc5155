import { useEffect, useEffectEvent, useRef, useState } from "react";

interface ConditionalPasskey {
  /** False while another request is pending: a browser handles one at a time. */
  enabled: boolean;
  /** Pending for as long as the suggestion; resolves to true after a passkey was chosen and refused. */
  onSuggest: (signal: AbortSignal) => Promise<boolean>;
  /** Opens the browser's dialog. */
  onAsk: () => void;
}

/** Bounds the loop with an authenticator that responds without user interaction. */
const maxRefusals = 3;

/**
 * Has the browser suggest passkeys in the autofill of the address field (WebAuthn conditional mediation).
 *
 * @returns the handler of a passkey button; it ends the suggestion first.
 */
export function useConditionalPasskey({ enabled, onSuggest, onAsk }: ConditionalPasskey): () => void {
  const suggest = useEffectEvent(onSuggest);
  /** A refusal ends the suggestion, and another passkey may work. */
  const [refusals, setRefusals] = useState(0);
  const current = useRef<AbortController>(undefined);

  useEffect(() => {
    if (!enabled || refusals >= maxRefusals) return undefined;
    const controller = new AbortController();
    current.current = controller;
    const begin = async () => {
      if (!(await isSupported()) || controller.signal.aborted) return;
      if (await suggest(controller.signal)) setRefusals((count) => count + 1);
    };
    begin().catch(() => undefined);
    return () => controller.abort();
  }, [enabled, refusals]);

  return () => {
    current.current?.abort();
    onAsk();
  };
}

// Browsers without conditional mediation throw.
async function isSupported(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable();
  } catch {
    return false;
  }
}
