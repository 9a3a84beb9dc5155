import { pressDelayMs } from "@sheaf/contract/press-delay";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "../../../ui/forms/button.tsx";

/**
 * A button that ignores presses for a moment after it or its page is shown, and repeats of a held Enter. For what one
 * press confirms right after a navigation that someone else may have caused.
 */
export function DelayedButton({ onClick, ...props }: Omit<ButtonProps, "onKeyDown">) {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let timer = setTimeout(setIsReady, pressDelayMs, true);
    const restart = () => {
      clearTimeout(timer);
      setIsReady(false);
      timer = setTimeout(setIsReady, pressDelayMs, true);
    };
    document.addEventListener("visibilitychange", restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", restart);
    };
  }, []);
  return (
    <Button
      {...props}
      aria-disabled={!isReady || undefined}
      onClick={(event) => {
        if (isReady) onClick?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
    />
  );
}
