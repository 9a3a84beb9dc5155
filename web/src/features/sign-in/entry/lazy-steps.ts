import { lazy } from "react";

/** Loaded while the first step is filled in. */
export const loadEmailedCode = () => import("../code/emailed-code.tsx");

export const EmailedCode = lazy(async () => ({ default: (await loadEmailedCode()).EmailedCode }));

export const loadOtherWays = () => import("./other-ways.tsx");

/** Left out when it can't be downloaded, for example after signing out offline; the form works without it. */
export const OtherWays = lazy(() =>
  loadOtherWays().then(
    ({ OtherWays }) => ({ default: OtherWays }),
    () => ({ default: () => null }),
  ),
);
