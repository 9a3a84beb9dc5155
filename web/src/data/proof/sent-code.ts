import { signInCode } from "@sheaf/contract/sign-in-code";
import { useQueryClient } from "@tanstack/react-query";

/** An email whose code is still unused. Times in milliseconds since 1970. */
export interface SentCode {
  sentAt: number;
  /** Time from which another email may be requested. */
  resendAt: number;
}

/** The last code that was sent to this address, in the cache, so that it goes when the user leaves. */
export function useSentCode({ email }: { email: string }) {
  const cache = useQueryClient();
  const queryKey = ["proof-code", email];
  return {
    read: (): SentCode | undefined => {
      const sent = cache.getQueryData<SentCode>(queryKey);
      return sent && Date.now() - sent.sentAt < signInCode.lifetime * 60_000 ? sent : undefined;
    },
    save: (sent: SentCode) => void cache.setQueryData(queryKey, sent),
    /** After it has been used. */
    forget: () => cache.removeQueries({ queryKey }),
  };
}
