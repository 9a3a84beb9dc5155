import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../request-editor.module.css";

interface RestoredNoticeProps {
  /** It has been saved since. */
  isSaved: boolean;
  onDiscard: () => void;
}

/** Says that the editor shows input from an earlier visit. It stays after saving, so that nothing moves. */
export function RestoredNotice({ isSaved, onDiscard }: RestoredNoticeProps) {
  return (
    <Notice tone="waiting">
      <div className={styles["restored"]}>
        {isSaved ? (
          <p>We restored what you typed here earlier. It’s saved now.</p>
        ) : (
          <>
            <p>We restored what you typed here earlier but couldn’t save.</p>
            <Button size="small" onClick={onDiscard}>
              Discard it
            </Button>
          </>
        )}
      </div>
    </Notice>
  );
}
