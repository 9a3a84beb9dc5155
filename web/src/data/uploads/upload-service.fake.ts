import { AppError } from "../../lib/errors.ts";
import type { BegunFile, FileToBegin, ObjectToSend, UploadTransport } from "./upload-transport.ts";

type Call = "begin" | "send" | "finish";

interface Row extends Omit<FileToBegin, "itemId"> {
  id: string;
  status: "uploading" | "stored" | "removed";
  sha256?: string;
}

/** For tests: keeps rows and bytes by the service's own rules and fails where it is told to. */
export class FakeService implements UploadTransport {
  readonly rows: Row[] = [];
  readonly calls: Call[] = [];
  aborted = 0;
  readonly #objects = new Map<string, Blob>();
  readonly #failures: { call: Call; error: AppError; done: boolean; before: () => void }[] = [];
  #held: Promise<void> | undefined;
  #locked = false;

  /** The call does nothing and fails. */
  failNext(call: Call, error: AppError, before: () => void = () => {}): void {
    this.#failures.push({ call, error, done: false, before });
  }

  /** The call does its work and only its answer is lost. */
  loseAnswer(call: Call, error = new AppError("network.unreachable")): void {
    this.#failures.push({ call, error, done: true, before: () => {} });
  }

  /** Bytes stay on their way until the returned function is called. */
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

  begin({ name, size, mime }: FileToBegin): Promise<BegunFile> {
    return this.#answer("begin", () => {
      const id = `f${this.rows.length + 1}`;
      this.rows.push({ id, name, size, mime, status: "uploading" });
      return { fileId: id, objectKey: `w1/r1/i1/${id}` };
    });
  }

  findBegun({ name, size, mime }: FileToBegin): Promise<string[]> {
    const begun = this.rows.filter(
      (row) => row.status === "uploading" && row.name === name && row.size === size && row.mime === mime,
    );
    return Promise.resolve(begun.map(({ id }) => id));
  }

  async send({ objectKey, content, signal, onBytes }: ObjectToSend): Promise<void> {
    onBytes(0);
    if (this.#held) await Promise.race([this.#held, this.#abortOf(signal)]);
    return this.#answer("send", () => {
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
