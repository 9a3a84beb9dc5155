interface Waiting<Speaker> {
  readonly speaker: Speaker;
  readonly run: () => Promise<"open" | "closed">;
  readonly settle: (error?: Error) => void;
}

export interface Turns<Speaker> {
  /**
   * Runs when it is `speaker`'s turn. While a run answers "open" (a transaction, or a half-sent pipeline) nobody
   * else gets one. Rejects with what `run` threw, or when the speaker left first.
   */
  take(speaker: Speaker, run: () => Promise<"open" | "closed">): Promise<void>;
  /** Drops what `speaker` still waits for, then runs `cleanUp` if it held the floor. */
  leave(speaker: Speaker, cleanUp: () => Promise<void>): void;
}

/** One engine, many connections: first come, first served, transactions in one piece. */
export function createTurns<Speaker extends object>(options: {
  /** Milliseconds that a speaker may hold the floor in silence while others wait. */
  patience: number;
  onImpatience: (speaker: Speaker) => void;
}): Turns<Speaker> {
  const waiting: Waiting<Speaker>[] = [];
  let holder: Speaker | undefined;
  let running = false;
  let timer: NodeJS.Timeout | undefined;

  async function pump(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      try {
        holder = (await next.run()) === "open" ? next.speaker : undefined;
        next.settle();
      } catch (error) {
        holder = undefined;
        next.settle(error instanceof Error ? error : new Error("The engine failed.", { cause: error }));
      }
    }
    running = false;
    const silent = holder;
    if (silent !== undefined && waiting.length > 0) {
      timer = setTimeout(() => options.onImpatience(silent), options.patience);
      timer.unref();
    }
  }

  function takeNext(): Waiting<Speaker> | undefined {
    const index = holder === undefined ? 0 : waiting.findIndex(({ speaker }) => speaker === holder);
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  }

  return {
    take(speaker, run) {
      return new Promise((resolve, reject) => {
        const settle = (error?: Error) => {
          if (error === undefined) resolve();
          else reject(error);
        };
        waiting.push({ speaker, run, settle });
        void pump();
      });
    },
    leave(speaker, cleanUp) {
      for (const { settle } of waiting.filter((entry) => entry.speaker === speaker)) {
        settle(new Error("The connection was closed."));
      }
      const rest = waiting.filter((entry) => entry.speaker !== speaker);
      waiting.splice(0, waiting.length, ...rest);
      // Last words come before anyone else's turn, and only if the floor is still this speaker's by then.
      const run = async () => {
        if (holder === speaker) await cleanUp();
        return "closed" as const;
      };
      waiting.unshift({ speaker, run, settle: () => undefined });
      void pump();
    },
  };
}
