import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./toast.module.css";

export interface Toast {
  message: string;
  tone?: "plain" | "success" | "problem";
  action?: { label: string; onSelect: () => void };
}

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Says one thing at the edge of the page for a while. Never the only place where an error is said. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastRegion above it.");
  return show;
}

/** Long enough to read; a toast with an action waits longer, and as long as it is pointed at. Milliseconds. */
const duration = { plain: 5000, withAction: 10_000 };

interface ToastRegionProps {
  /** Whom the toasts are for: what one was told is not shown to the next. */
  reader?: string | undefined;
  children: ReactNode;
}

/** Gives `useToast` to everything inside it and shows the newest toast. */
export function ToastRegion({ reader, children }: ToastRegionProps) {
  const [newest, setNewest] = useState<{ id: number; toast: Toast; reader: string | undefined }>();
  const shown = newest?.reader === reader ? newest : undefined;
  const count = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hold = useCallback(() => clearTimeout(timer.current), []);
  const close = useCallback(() => {
    hold();
    setNewest(undefined);
  }, [hold]);
  const closeLater = useCallback(
    (toast: Toast) => {
      hold();
      timer.current = setTimeout(close, toast.action ? duration.withAction : duration.plain);
    },
    [close, hold],
  );
  const show = useCallback<ShowToast>(
    (toast) => {
      count.current += 1;
      setNewest({ id: count.current, toast, reader });
      closeLater(toast);
    },
    [closeLater, reader],
  );
  const action = shown?.toast.action;

  return (
    <ToastContext value={show}>
      {children}
      <div className={styles["region"]} role="status" aria-live="polite" aria-atomic="true">
        {shown && (
          <div
            key={shown.id}
            className={styles["toast"]}
            data-tone={shown.toast.tone ?? "plain"}
            onPointerEnter={hold}
            onPointerLeave={() => closeLater(shown.toast)}
            onFocus={hold}
            onBlur={() => closeLater(shown.toast)}
          >
            <span>{shown.toast.message}</span>
            {action && (
              <Button
                size="small"
                variant="quiet"
                onClick={() => {
                  close();
                  action.onSelect();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </ToastContext>
  );
}
