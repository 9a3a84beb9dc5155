import { useEffect, useRef, useState } from "react";
import type { CaptchaQuestion } from "../../lib/captcha/captcha-question.ts";
import { loadCaptcha } from "../../lib/captcha/load-captcha.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./captcha.module.css";

/** Shows the provider's widget. Solving it continues with what the user was doing. */
export function CaptchaDialog({ question }: { question: CaptchaQuestion }) {
  const { captcha, onSolved, onCancel } = question;
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failed) return undefined;
    const shown = new AbortController();
    const { signal } = shown;
    const fail = () => signal.aborted || setFailed(true);
    const show = async () => {
      const { render, remove } = await loadCaptcha(captcha.provider);
      if (signal.aborted || !place.current) return;
      const id = render(place.current, {
        sitekey: captcha.siteKey,
        callback: onSolved,
        "error-callback": fail,
        "expired-callback": fail,
      });
      signal.addEventListener("abort", () => remove(id));
    };
    show().catch(fail);
    return () => shown.abort();
  }, [captcha, failed, onSolved]);

  return (
    <Dialog
      open
      onClose={onCancel}
      size="small"
      title="Are you human?"
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          {failed && (
            <Button variant="primary" onClick={() => setFailed(false)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <div className={styles["check"]}>
        <p>Complete this check and we’ll continue.</p>
        {failed ? (
          <Notice tone="returned" announce>
            The check didn’t load. Check your connection and your content blocker, then try again.
          </Notice>
        ) : (
          <div ref={place} className={styles["widget"]} />
        )}
      </div>
    </Dialog>
  );
}
