import { useCallback, useState } from "react";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { classNames } from "../../ui/theme/class-names.ts";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { groupKey } from "./factor-key.models.ts";
import styles from "./security.module.css";

interface FactorSecretProps {
  /** SVG markup. */
  qr: string;
  /** Base32. */
  secret: string;
  /** `otpauth://`. */
  uri: string;
}

/** The same secret as a QR code, as a link for the phone that shows it, and as text to type. */
export function FactorSecret({ qr, secret, uri }: FactorSecretProps) {
  const picture = usePicture(qr);
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied("Key copied.");
    } catch {
      // Without permission for the clipboard, the key can still be selected.
      setCopied("Select the key and copy it.");
    }
  };
  return (
    <div className={styles["secret"]}>
      <img className={styles["qr"]} ref={picture} width={176} height={176} alt="QR code for your app" />
      <div className={styles["key"]}>
        {uri.startsWith("otpauth://") && (
          <a className={classNames(buttonClass({ size: "small" }), styles["onPhone"])} href={uri}>
            Open in an app on this phone
          </a>
        )}
        <span>Can’t scan it? Enter this key in the app instead:</span>
        <code translate="no">{groupKey(secret)}</code>
        <Button size="small" onClick={() => void copy()}>
          {copied === "Key copied." ? "Copied" : "Copy key"}
        </Button>
        <LiveRegion message={copied} />
      </div>
    </div>
  );
}

/**
 * Shows the service's SVG as an image. As markup in the page it could run scripts; the content security policy allows
 * `blob:` images and no `data:` ones.
 */
function usePicture(svg: string) {
  return useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [svg],
  );
}
