import { useEffect, useEffectEvent, useRef, useState } from "react";

interface QuietOffer {
  /** Not while something else is under way: a browser answers one such question at a time. */
  wanted: boolean;
  /** Lasts as long as the offer; true after a passkey was taken and refused. */
  onOffer: (signal: AbortSignal) => Promise<boolean>;
  /** Asks for a passkey aloud. */
  onAsk: () => void;
}

/** A device that answers by itself must not be refused for ever. */
const mostRefusals = 3;

/**
 * Has the browser offer passkeys among what it suggests in the address field, for as long as that is wanted: what
 * WebAuthn calls conditional mediation.
 *
 * @returns what a button for passkeys does: it takes the place of the offer.
 */
export function useQuietOffer({ wanted, onOffer, onAsk }: QuietOffer): () => void {
  const offer = useEffectEvent(onOffer);
  /** A refused passkey ends an offer, and another one may be good. */
  const [refusals, setRefusals] = useState(0);
  const current = useRef<AbortController>(undefined);

  useEffect(() => {
    if (!wanted || refusals >= mostRefusals) return undefined;
    const left = new AbortController();
    current.current = left;
    const begin = async () => {
      if (!(await isOfferedHere()) || left.signal.aborted) return;
      if (await offer(left.signal)) setRefusals((count) => count + 1);
    };
    begin().catch(() => undefined);
    return () => left.abort();
  }, [wanted, refusals]);

  return () => {
    current.current?.abort();
    onAsk();
  };
}

// Where the browser does not know the question, asking it throws.
async function isOfferedHere(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable();
  } catch {
    return false;
  }
}
