import { pages } from "@sheaf/contract/pages";
import { matchPath, useLocation } from "../../lib/navigation.tsx";
import { PlainLayout } from "../layouts/plain-layout.tsx";
import { Component as SignIn } from "../routes/sign-in.tsx";
import { Component as SignUp } from "../routes/sign-up.tsx";
import { EntryApp } from "./entry-app.tsx";

export const authPaths = [pages.signIn.path, pages.signUp.path] as const;

export function AuthPage() {
  const { pathname } = useLocation();
  return <PlainLayout>{matchPath(pages.signUp.path, pathname) ? <SignUp /> : <SignIn />}</PlainLayout>;
}

/** First app of the sign-in documents. */
export function AuthEntryApp() {
  return (
    <EntryApp paths={authPaths}>
      <AuthPage />
    </EntryApp>
  );
}
