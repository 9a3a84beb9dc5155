import { pages } from "@sheaf/contract/pages";
import { Route, Routes } from "react-router-dom";
import { PlainLayout } from "../layouts/plain-layout.tsx";
import { Component as SignIn } from "../routes/sign-in.tsx";
import { Component as SignUp } from "../routes/sign-up.tsx";
import { EntryApp } from "./entry-app.tsx";

export const authPaths = [pages.signIn.path, pages.signUp.path] as const;

export const authRoutes = (
  <Route element={<PlainLayout />}>
    <Route path={pages.signIn.path} element={<SignIn />} />
    <Route path={pages.signUp.path} element={<SignUp />} />
  </Route>
);

/** First app of the sign-in documents. */
export function AuthEntryApp() {
  return (
    <EntryApp paths={authPaths}>
      <Routes>{authRoutes}</Routes>
    </EntryApp>
  );
}
