import { NewPassword } from "@sheaf/contract/new-password";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";

const loadList = () => import("./common-passwords.ts");

/** Checks a new password: its length, and that it isn't one of the commonest, which Auth would take. */
export function useNewPassword() {
  const [mistake, setMistake] = useState<string>();
  const isChecking = useRef(false);
  useEffect(() => {
    // With the form, so that submitting it doesn't wait.
    loadList().catch(() => undefined);
  }, []);

  /** Resolves to true if it may be set. False as well while another one is checked. */
  const check = async (password: string): Promise<boolean> => {
    if (isChecking.current) return false;
    isChecking.current = true;
    const found = await mistakeIn(password);
    isChecking.current = false;
    setMistake(found);
    return found === undefined;
  };
  return { mistake, check, forget: () => setMistake(undefined) };
}

async function mistakeIn(password: string): Promise<string | undefined> {
  const parsed = v.safeParse(NewPassword, password);
  if (!parsed.success) return parsed.issues[0].message;
  // Without the list, Auth's own rules are what is left.
  const list = await loadList().catch(() => undefined);
  return list?.commonPasswords.has(password.toLowerCase())
    ? "That’s one of the most common passwords. Choose a different one."
    : undefined;
}
