import { lazy } from "react";

/** Loaded while the first step is being filled in. */
export const loadMailedCode = () => import("./mailed-code.tsx");

export const MailedCode = lazy(async () => ({ default: (await loadMailedCode()).MailedCode }));

export const loadOtherWays = () => import("./other-ways.tsx");

export const OtherWays = lazy(async () => ({ default: (await loadOtherWays()).OtherWays }));
