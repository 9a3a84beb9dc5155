/** A part of pdf.js's own messages, as version 6 sends them. A browser test notices when they change. */
interface Message {
  sourceName?: string;
  targetName?: string;
  action?: string;
  data?: { pageIndex?: number };
  stream?: number;
  streamId?: number;
}

const streamFailed = 5;

/** Tells if the content of a document's page, counted from 1, ended with an error. */
export type IsCut = (documentId: string, page: number) => boolean;

/**
 * Watches a worker for pages whose content ends with an error. pdf.js then draws the page up to there and reports success,
 * because it expects the error only before it starts to draw.
 */
export function watchCutPages(worker: Worker): IsCut {
  const reading = new Map<string, string>();
  const cut = new Set<string>();
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: Message, ...rest: readonly unknown[]) => {
    const { sourceName, action, streamId, data } = message;
    if (action === "GetOperatorList")
      reading.set(`${sourceName} ${streamId}`, `${sourceName} ${(data?.pageIndex ?? 0) + 1}`);
    Reflect.apply(post, undefined, [message, ...rest]);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    const page = data.stream === streamFailed && reading.get(`${data.targetName} ${data.streamId}`);
    if (page) cut.add(page);
  });
  return (documentId, page) => cut.has(`${documentId} ${page}`);
}
