/** One mail as it leaves the platform. `text` is what `html` says, for readers without HTML. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;
