import { lazy } from "react";

/** Loaded while the first step is filled in. */
export const loadEmailedCode = () => import("../code/emailed-code.tsx");

export const EmailedCode = lazy(async () => ({ default: (await loadEmailedCode()).EmailedCode }));

export const loadOtherWays = () => import("./other-ways.tsx");

export const OtherWays = lazy(async () => ({ default: (await loadOtherWays()).OtherWays }));
