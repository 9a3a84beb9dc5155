interface QueuedWork<Connection> {
  readonly connection: Connection;
  readonly run: () => Promise<"open" | "closed">;
  readonly settle: (error?: Error) => void;
}

export interface ConnectionMutex<Connection> {
  /**
   * Queues `run` until the engine is free for `connection`. While a run returns "open" (a transaction or a half-sent
   * pipeline), the connection keeps the engine. Rejects with the error of `run`, or when the connection closes first.
   */
  acquire(connection: Connection, run: () => Promise<"open" | "closed">): Promise<void>;
  /** Drops the queued work of a closed connection, then runs `cleanUp` if that connection held the engine. */
  release(connection: Connection, cleanUp: () => Promise<void>): void;
}

/** Shares one engine among many connections: first come, first served, with transactions kept in one piece. */
export function createConnectionMutex<Connection extends object>(options: {
  /** Time that an idle connection may hold the engine while others wait. Milliseconds. */
  timeoutMs: number;
  onTimeout: (connection: Connection) => void;
}): ConnectionMutex<Connection> {
  const queue: QueuedWork<Connection>[] = [];
  let holder: Connection | undefined;
  let running = false;
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      try {
        holder = (await next.run()) === "open" ? next.connection : undefined;
        next.settle();
      } catch (error) {
        holder = undefined;
        next.settle(error instanceof Error ? error : new Error("The engine failed.", { cause: error }));
      }
    }
    running = false;
    const idle = holder;
    if (idle !== undefined && queue.length > 0) {
      timer = setTimeout(() => options.onTimeout(idle), options.timeoutMs);
      timer.unref();
    }
  }

  function takeNext(): QueuedWork<Connection> | undefined {
    const index = holder === undefined ? 0 : queue.findIndex(({ connection }) => connection === holder);
    return index === -1 ? undefined : queue.splice(index, 1)[0];
  }

  return {
    acquire(connection, run) {
      return new Promise((resolve, reject) => {
        const settle = (error?: Error) => {
          if (error === undefined) resolve();
          else reject(error);
        };
        queue.push({ connection, run, settle });
        void drain();
      });
    },
    release(connection, cleanUp) {
      for (const { settle } of queue.filter((work) => work.connection === connection)) {
        settle(new Error("The connection was closed."));
      }
      const rest = queue.filter((work) => work.connection !== connection);
      queue.splice(0, queue.length, ...rest);
      // Clean-up precedes all other work, and runs only if the connection still holds the engine then.
      const run = async () => {
        if (holder === connection) await cleanUp();
        return "closed" as const;
      };
      queue.unshift({ connection, run, settle: () => undefined });
      void drain();
    },
  };
}
