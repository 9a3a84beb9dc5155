/** Ends a connection with an error response; `code` is the SQLSTATE that PostgreSQL would use. */
export class RelayRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
