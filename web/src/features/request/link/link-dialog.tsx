import { Mail, Share2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { Button, LinkButton } from "../../../ui/forms/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import styles from "./link-dialog.module.css";
import { invitationText, linkUrl, emailDraft } from "./link.models.ts";

/** The event that opened the dialog; decides its title. */
export type LinkOccasion = "share" | "replaced";

const titles: Readonly<Record<LinkOccasion, string>> = {
  share: "Share this link",
  replaced: "Link replaced",
};

interface LinkDialogProps {
  occasion: LinkOccasion;
  onClose: () => void;
  request: Request;
  token: string;
  now: Date;
}

/** The whole link, to copy, share or email. The email opens in the user's own email app; nothing is sent from here. */
export function LinkDialog({ occasion, onClose, request, token, now }: LinkDialogProps) {
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
      // The link is selected, so the keyboard's copy command works.
      setCopied(false);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: request.title, text: invitationText(invitation) });
    } catch {
      // Dismissed, or no app accepted it. The dialog stays open with the other options.
    }
  };

  return (
    <Dialog open onClose={onClose} title={titles[occasion]}>
      <div className={styles["whole"]}>
        <p>
          {occasion === "replaced" && "The old link no longer works for anyone new. "}
          {occasion === "share" && request.isInviting
            ? "Sheaf emails this link to your recipients. You can share it in other ways too."
            : `Send this link to ${count === 1 ? "your recipient" : `your ${count} recipients`} in any way you like.`}{" "}
          It stays the same until the request is done.
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
            href={emailDraft(
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
