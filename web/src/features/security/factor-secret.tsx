import { useCallback, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { groupKey } from "./factor-key.models.ts";
import styles from "./security.module.css";

interface FactorSecretProps {
  /** The source of an SVG picture. */
  qr: string;
  /** Base32. */
  secret: string;
}

/** One secret in two shapes: a picture for the app's camera, a key for the keyboard. */
export function FactorSecret({ qr, secret }: FactorSecretProps) {
  const picture = usePicture(qr);
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied("Key copied.");
    } catch {
      // The key stands there in full and can be selected.
      setCopied("Select the key and copy it.");
    }
  };
  return (
    <div className={styles["secret"]}>
      <img className={styles["qr"]} ref={picture} width={176} height={176} alt="QR code for your app" />
      <div className={styles["key"]}>
        <span>Nothing to scan with? Type this key into the app instead:</span>
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
 * Shows the picture. The service's markup is drawn as a picture and never as part of the page, where it could do more
 * than be looked at; the content policy allows `blob:` pictures and no `data:` ones.
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
