import { AppError } from "../../../lib/errors.ts";
import type {
  BegunFile,
  FileToBegin,
  FileToFind,
  LeftRow,
  ObjectToSend,
  UploadTransport,
} from "../transport/upload-transport.ts";

type Call = "begin" | "send" | "finish";

interface Row extends Omit<FileToBegin, "itemId"> {
  id: string;
  status: "uploading" | "stored" | "removed";
  sha256?: string;
}

/** For tests: stores rows and bytes by the service's rules and fails on demand. */
export class FakeService implements UploadTransport {
  readonly rows: Row[] = [];
  readonly calls: Call[] = [];
  /** First byte of each call to `send`. */
  readonly offsets: number[] = [];
  aborted = 0;
  /** Content hash and received bytes of interrupted uploads, as noted by the browser. */
  readonly #parts = new Map<string, { sha256: string; bytes: number }>();
  readonly #objects = new Map<string, Blob>();
  readonly #failures: { call: Call; error: AppError; done: boolean; before: () => void }[] = [];
  #held: Promise<void> | undefined;
  #locked = false;
  #stopAfter: number | undefined;

  /** Makes the next such call fail without an effect. */
  failNext(call: Call, error: AppError, before: () => void = () => {}): void {
    this.#failures.push({ call, error, done: false, before });
  }

  /** Makes the next such call succeed but loses its response. */
  loseResponse(call: Call, error = new AppError("network.unreachable")): void {
    this.#failures.push({ call, error, done: true, before: () => {} });
  }

  /** Interrupts the next `send` after this many bytes; the one after that resumes there. */
  stopAfter(bytes: number): void {
    this.#stopAfter = bytes;
  }

  /** Discards partly received files, as the service does after a long pause. */
  dropParts(): void {
    for (const part of this.#parts.values()) part.bytes = 0;
  }

  /** Delays every `send` until the returned function is called. */
  holdSends(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  lockItem(): void {
    this.#locked = true;
  }

  dropRows(): void {
    for (const row of this.rows) row.status = "removed";
  }

  storedFiles() {
    return this.rows
      .filter(({ status }) => status === "stored")
      .map(({ name, mime, size, sha256 }) => ({ name, mime, size, sha256 }));
  }

  begin({ name, size, mime, byMember }: FileToBegin): Promise<BegunFile> {
    return this.#answer("begin", () => {
      const id = `f${this.rows.length + 1}`;
      this.rows.push({ id, name, size, mime, byMember, status: "uploading" });
      return { fileId: id, objectKey: `w1/r1/i1/${id}` };
    });
  }

  findBegun({ name, size, mime, sha256 }: FileToFind): Promise<LeftRow[]> {
    const begun = this.rows.filter(
      (row) => row.status === "uploading" && row.name === name && row.size === size && row.mime === mime,
    );
    const keyOf = (id: string) => (this.#parts.get(id)?.sha256 === sha256 ? `w1/r1/i1/${id}` : undefined);
    return Promise.resolve(begun.map(({ id }) => ({ fileId: id, objectKey: keyOf(id) })));
  }

  async send({ fileId, objectKey, sha256, content, signal, onOffset, onBytes }: ObjectToSend): Promise<void> {
    const from = this.#parts.get(fileId)?.bytes ?? 0;
    this.offsets.push(from);
    onOffset(from);
    const hash = await sha256;
    if (this.#held) await Promise.race([this.#held, this.#abortOf(signal)]);
    return this.#answer("send", () => {
      const bytes = this.#stopAfter;
      if (bytes !== undefined) {
        this.#stopAfter = undefined;
        this.#parts.set(fileId, { sha256: hash, bytes });
        onBytes(bytes);
        throw new AppError("upload.paused");
      }
      onBytes(content.size);
      this.#objects.set(objectKey, content);
    });
  }

  finish({ fileId, sha256 }: { fileId: string; sha256: string }): Promise<void> {
    return this.#answer("finish", () => {
      const row = this.#row(fileId);
      if (row.status === "stored" && row.sha256 === sha256) return;
      if (this.#locked) throw new AppError("item.locked");
      if (row.status === "removed") throw new AppError("not_found");
      if (this.#objects.get(`w1/r1/i1/${fileId}`)?.size !== row.size) throw new AppError("file.not_stored");
      Object.assign(row, { status: "stored", sha256 });
    });
  }

  remove({ fileId }: { fileId: string }): Promise<void> {
    this.#row(fileId).status = "removed";
    return Promise.resolve();
  }

  #row(id: string): Row {
    const row = this.rows.find((candidate) => candidate.id === id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  async #answer<T>(call: Call, work: () => T): Promise<T> {
    this.calls.push(call);
    const index = this.#failures.findIndex((failure) => failure.call === call);
    const [failure] = index < 0 ? [] : this.#failures.splice(index, 1);
    failure?.before();
    if (failure && !failure.done) throw failure.error;
    const result = work();
    if (failure) throw failure.error;
    return result;
  }

  #abortOf(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        this.aborted += 1;
        reject(new DOMException("Stopped", "AbortError"));
      });
    });
  }
}
