import { startOwnWorker } from "../../../lib/own-worker.ts";
import type { DecodedFormat } from "../../../data/files/preview.models.ts";
import type { Size } from "../file-view.models.ts";
import type { DecoderAnswer, DecoderQuestion } from "./decoder-messages.ts";

/** An image that browsers can't show, open in a separate worker until the signal ends it. */
export interface DecodableImage {
  pages: Size[];
  /** A page, counted from 0, in a format that browsers show. */
  draw: (index: number) => Promise<Blob>;
}

/** `reason`: damaged, or more pixels or pages than the memory should hold. */
export class DecodeError extends Error {
  readonly reason: "broken" | "large";

  constructor(reason: "broken" | "large") {
    super(`This image is ${reason}.`);
    this.reason = reason;
  }
}

/** A decoder that takes longer is stopped, with all its memory. Milliseconds. */
const timeoutMs = 30_000;

const scripts: Readonly<Record<DecodedFormat, () => Promise<{ default: string }>>> = {
  heic: () => import("./heic.worker.ts?worker&url"),
  tiff: () => import("./tiff.worker.ts?worker&url"),
};

/** Starts the format's decoder, which is loaded only now, and opens a file in it. Fails with a `DecodeError`. */
export async function openImage(
  { format, content }: { format: DecodedFormat; content: Blob },
  signal: AbortSignal,
): Promise<DecodableImage> {
  const { default: url } = await scripts[format]();
  signal.throwIfAborted();
  const worker = startOwnWorker(url, format);
  signal.addEventListener("abort", () => worker.terminate());
  let turn: Promise<unknown> = Promise.resolve();
  let isEnded = false;
  const end = () => {
    isEnded = true;
    worker.terminate();
  };
  const ask = (question: DecoderQuestion): Promise<DecoderAnswer> => {
    const answer = turn.then(() =>
      isEnded ? ({ failure: "broken" } as const) : askOnce({ worker, question, signal, end }),
    );
    turn = answer.catch(() => undefined);
    return answer;
  };
  const opened = await ask({ open: content });
  if (!("pages" in opened)) {
    worker.terminate();
    throw new DecodeError("failure" in opened ? opened.failure : "broken");
  }
  return {
    pages: opened.pages,
    draw: async (index) => {
      const drawn = await ask({ draw: index });
      if ("picture" in drawn) return drawn.picture;
      throw new DecodeError("failure" in drawn ? drawn.failure : "broken");
    },
  };
}

interface Asked {
  worker: Worker;
  question: DecoderQuestion;
  signal: AbortSignal;
  /** Ends a worker that doesn't answer. */
  end: () => void;
}

async function askOnce({ worker, question, signal, end }: Asked): Promise<DecoderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DecoderAnswer>();
  const answered = new AbortController();
  const until = { signal: answered.signal };
  const giveUp = () => {
    end();
    resolve({ failure: "broken" });
  };
  worker.addEventListener("message", ({ data }: MessageEvent<DecoderAnswer>) => resolve(data), until);
  worker.addEventListener("error", giveUp, until);
  signal.addEventListener("abort", () => reject(signal.reason), until);
  const timer = setTimeout(giveUp, timeoutMs);
  try {
    signal.throwIfAborted();
    worker.postMessage(question);
    return await promise;
  } finally {
    clearTimeout(timer);
    answered.abort();
  }
}
