import { Mail, Share2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Request } from "../../data/requests/request.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./link-card.module.css";
import { invitationText, linkUrl, mailDraft } from "./link.models.ts";

interface LinkDialogProps {
  open: boolean;
  onClose: () => void;
  request: Request;
  token: string;
  now: Date;
  justSent: boolean;
}

/** The whole link, with the three ways to hand it on. Nothing is mailed from here: that stays in the person's hands. */
export function LinkDialog({ open, onClose, request, token, now, justSent }: LinkDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const url = linkUrl(token, location.origin);
  const due = request.dueOn === null ? null : formatDate(request.dueOn, { now });
  const invitation = { title: request.title, message: request.message, due, link: url };
  const count = request.people.length;

  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // The link stands selected: the person's own copy key works.
      setCopied(false);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: request.title, text: invitationText(invitation) });
    } catch {
      // Dismissed, or no target took it; the dialog and the other ways are still there.
    }
  };

  return (
    <Dialog open={open} onClose={onClose} title={justSent ? "Your request is open" : "Share the link"}>
      <div className={styles["whole"]}>
        <p>
          Send this link to {count === 1 ? "the person" : `the ${count} people`} you asked, in any way you
          like. It stays the same until the request is done.
        </p>
        <Field label="Link">
          <TextInput ref={input} readOnly value={url} onFocus={(event) => event.target.select()} />
        </Field>
        <div className={styles["ways"]}>
          <Button variant="primary" onClick={() => void copy()}>
            {isCopied ? "Copied" : "Copy link"}
          </Button>
          {"share" in navigator && (
            <Button icon={<Share2 />} onClick={() => void share()}>
              Share
            </Button>
          )}
          <LinkButton
            icon={<Mail />}
            href={mailDraft(
              invitation,
              request.people.map(({ email }) => email),
            )}
          >
            Write an email
          </LinkButton>
        </div>
        <LiveRegion message={isCopied ? "Link copied" : ""} />
      </div>
    </Dialog>
  );
}
