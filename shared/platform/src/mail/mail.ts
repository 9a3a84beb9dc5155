/** One mail as it leaves the platform. `text` is what `html` says, for readers without HTML. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Where mails go. */
export interface MailTransport {
  /**
   * Whether a mail leaves before the transaction that it tells of commits, so that one which cannot be sent changes
   * nothing, or after it, so that no reader can be quicker than the commit.
   */
  readonly leaves: "before-commit" | "after-commit";
  /** @throws where the mail cannot be sent; never one that leaves after the commit. */
  send(mail: Mail): Promise<void>;
}
