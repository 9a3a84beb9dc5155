import { type ComponentProps, lazy, use } from "react";
import { loadCodeCalls } from "../load-code-calls.ts";

const importEmailedCode = () => import("../code/emailed-code.tsx");
type EmailedCodeModule = Awaited<ReturnType<typeof importEmailedCode>>;

let emailedCode: Promise<EmailedCodeModule> | undefined;

/** Loaded while the first step is filled in. */
export const loadEmailedCode = () => (emailedCode ??= importEmailedCode());

/** Shows no fallback once it has loaded; `lazy` would. */
export function EmailedCode(props: ComponentProps<EmailedCodeModule["EmailedCode"]>) {
  const { EmailedCode: Step } = use(loadEmailedCode());
  return <Step {...props} />;
}

/** After what the first step needs: a press would wait longer for that if both came at once. */
export async function loadOtherWays() {
  await loadCodeCalls();
  return import("./other-ways.tsx");
}

/** Left out when it can't be downloaded, for example after signing out offline; the form works without it. */
export const OtherWays = lazy(() =>
  loadOtherWays().then(
    ({ OtherWays }) => ({ default: OtherWays }),
    () => ({ default: () => null }),
  ),
);
