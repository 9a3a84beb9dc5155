/** A rendered email. `text` is the plain-text alternative to `html`. */
export interface Email {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Delivers emails. */
export interface EmailTransport {
  /**
   * Order of sending and committing the transaction that caused the email. Before: a failed delivery rolls the
   * transaction back. After: the email can't be used before its transaction has committed.
   */
  readonly sends: "before-commit" | "after-commit";
  /** @throws if delivery fails; a transport that sends after the commit never throws. */
  send(mail: Email): Promise<void>;
}
