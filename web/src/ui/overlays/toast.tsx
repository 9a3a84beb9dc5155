import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Button } from "../forms/button.tsx";
import styles from "./toast.module.css";

export interface Toast {
  message: string;
  tone?: "plain" | "success" | "problem";
  action?: { label: string; onSelect: () => void };
}

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Shows a short message for a while. Never use it as the only place for an error. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastRegion above it.");
  return show;
}

/** Time to read a toast; longer with an action, and paused while it is hovered. Milliseconds. */
const duration = { plain: 5000, withAction: 10_000 };

interface ToastRegionProps {
  /** The signed-in user. Toasts for one user are not shown to the next. */
  reader?: string | undefined;
  children: ReactNode;
}

/** Provides `useToast` and shows the newest toast. */
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
    },
    [reader],
  );
  // An effect, so that a toast shown after the region is gone starts no timer.
  useEffect(() => {
    if (newest) closeLater(newest.toast);
    return hold;
  }, [newest, closeLater, hold]);
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
