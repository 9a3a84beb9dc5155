/** A call of the platform that failed. Holds only facts. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: string;

  constructor(call: string, { status, code }: { status: number; code: string }) {
    super(`${call} was answered with ${status}`);
    this.status = status;
    this.code = code;
  }
}

export interface Answer<Data> {
  data: Data | null;
  error: { code: string } | null;
  status: number;
}

/** Data of a successful call. @throws CallFailure */
export function answered<Data>(call: string, { data, error, status }: Answer<Data>): Data | null {
  if (error) throw new CallFailure(call, { status, code: error.code });
  return data;
}
