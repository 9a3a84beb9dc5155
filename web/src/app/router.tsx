import { pages } from "@sheaf/contract/pages";
import { type ComponentType, lazy } from "react";
import { Outlet, Route, Router, Routes } from "react-router-dom";
import { reviewPath } from "../features/request/review/review-address.ts";
import { Navigate, useLocation } from "../lib/navigation.tsx";
import { CompleteSession } from "./guards/complete-session.tsx";
import { RequireSession } from "./guards/require-session.tsx";
import { PlainLayout } from "./layouts/plain-layout.tsx";
// Not lazy, so that the sign-in page shows after signing out offline.
import { Component as SignIn } from "./routes/sign-in.tsx";
import { Component as SignUp } from "./routes/sign-up.tsx";

function page<Props>(load: () => Promise<{ Component: ComponentType<Props> }>) {
  return lazy(async () => ({ default: (await load()).Component }));
}

const DataProvider = page(() => import("./data-provider.tsx"));
const RequireWorkspace = page(() => import("./guards/require-workspace.tsx"));
const InRequest = page(() => import("./workspace/in-request.tsx"));
const AppLayout = page(() => import("./layouts/app-layout.tsx"));
const WindowLayout = page(() => import("./layouts/window-layout.tsx"));

const Landing = page(() => import("./routes/index.tsx"));
const ForgotPassword = page(() => import("./routes/forgot-password.tsx"));
const ResetPassword = page(() => import("./routes/reset-password.tsx"));
const LinkProblem = page(() => import("./routes/link-problem.tsx"));
const SignedInAs = page(() => import("./routes/signed-in-as.tsx"));
const Verify = page(() => import("./routes/verify.tsx"));
const Trust = page(() => import("./routes/trust.tsx"));
const Accessibility = page(() => import("./routes/accessibility.tsx"));
const SecondFactor = page(() => import("./routes/mfa.tsx"));
const Welcome = page(() => import("./routes/welcome.tsx"));
const Requests = page(() => import("./routes/requests.tsx"));
const NewRequest = page(() => import("./routes/requests.new.tsx"));
const Many = page(() => import("./routes/requests.many.tsx"));
const Bulk = page(() => import("./routes/requests.many.$id.tsx"));
const Request = page(() => import("./routes/requests.$id.tsx"));
const Review = page(() => import("./routes/requests.$id.review.tsx"));
const EditRequest = page(() => import("./routes/requests.$id.edit.tsx"));
const People = page(() => import("./routes/people.tsx"));
const Person = page(() => import("./routes/people.$id.tsx"));
const Templates = page(() => import("./routes/templates.tsx"));
const NewTemplate = page(() => import("./routes/templates.new.tsx"));
const Template = page(() => import("./routes/templates.$id.tsx"));
const Link = page(() => import("./routes/r.$token.tsx"));
const Inbox = page(() => import("./routes/inbox.tsx"));
const InboxRequest = page(() => import("./routes/inbox.$id.tsx"));
const NotFoundLayout = page(() => import("./layouts/not-found-layout.tsx"));
const SettingsLayout = page(() => import("./layouts/settings-layout.tsx"));
const Profile = page(() => import("./routes/settings.profile.tsx"));
const Security = page(() => import("./routes/settings.security.tsx"));
const Notifications = page(() => import("./routes/settings.email.tsx"));
const WorkspaceGeneral = page(() => import("./routes/settings.workspace.tsx"));
const WorkspaceMembers = page(() => import("./routes/settings.workspace.members.tsx"));
const WorkspaceRequests = page(() => import("./routes/settings.workspace.requests.tsx"));
const WorkspaceEmail = page(() => import("./routes/settings.workspace.email.tsx"));
const WorkspaceDanger = page(() => import("./routes/settings.workspace.danger.tsx"));
const Help = page(() => import("./routes/help.tsx"));
const Join = page(() => import("./routes/join.$token.tsx"));
const NotFound = page(() => import("./routes/not-found.tsx"));

const outlet = <Outlet />;

/**
 * Shows the page of the current path. Access is enforced by the database; the guards only avoid requests that would
 * fail.
 */
export function AppRoutes() {
  const location = useLocation();
  return (
    <Router location={location} navigator={noNavigator}>
      <PageRoutes />
    </Router>
  );
}

/** Tags had a page of their own. */
function FormerTags() {
  const { search } = useLocation();
  return <Navigate replace to={pages.workspaceRequests.path + search} />;
}

const unused = () => {
  throw new Error("Navigate with lib/navigation.tsx.");
};

/** The router matches paths; `Navigation` changes them. */
const noNavigator = { createHref: unused, go: unused, push: unused, replace: unused };

function PageRoutes() {
  return (
    <Routes>
      <Route element={<CompleteSession>{outlet}</CompleteSession>}>
        <Route path={pages.landing.path} element={<Landing />} />
      </Route>
      <Route element={<PlainLayout>{outlet}</PlainLayout>}>
        <Route path={pages.signIn.path} element={<SignIn />} />
        <Route path={pages.signUp.path} element={<SignUp />} />
        <Route path={pages.forgotPassword.path} element={<ForgotPassword />} />
        <Route path={pages.linkProblem.path} element={<LinkProblem />} />
        <Route path={pages.signedInAs.path} element={<SignedInAs />} />
      </Route>
      <Route path={pages.verify.path} element={<Verify />} />
      <Route path={pages.trust.path} element={<Trust />} />
      <Route path={pages.accessibility.path} element={<Accessibility />} />
      <Route element={<NotFoundLayout />}>
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route element={<DataProvider>{outlet}</DataProvider>}>
        <Route element={<PlainLayout>{outlet}</PlainLayout>}>
          <Route path={pages.secondFactor.path} element={<SecondFactor />} />
          <Route path={pages.resetPassword.path} element={<ResetPassword />} />
        </Route>
        <Route element={<CompleteSession>{outlet}</CompleteSession>}>
          <Route element={<PlainLayout>{outlet}</PlainLayout>}>
            <Route path={pages.link.path} element={<Link />} />
            <Route path={pages.join.path} element={<Join />} />
          </Route>
          <Route element={<RequireSession>{outlet}</RequireSession>}>
            <Route element={<PlainLayout>{outlet}</PlainLayout>}>
              <Route path={pages.welcome.path} element={<Welcome />} />
            </Route>
            <Route element={<WindowLayout>{outlet}</WindowLayout>}>
              <Route element={<RequireWorkspace>{outlet}</RequireWorkspace>}>
                <Route element={<InRequest>{outlet}</InRequest>}>
                  <Route path={reviewPath} element={<Review />} />
                </Route>
              </Route>
            </Route>
            <Route element={<AppLayout>{outlet}</AppLayout>}>
              <Route element={<RequireWorkspace>{outlet}</RequireWorkspace>}>
                <Route path={pages.requests.path} element={<Requests />} />
                <Route path={pages.newRequest.path} element={<NewRequest />} />
                <Route path={pages.many.path} element={<Many />} />
                <Route path={pages.bulk.path} element={<Bulk />} />
                <Route path={pages.people.path} element={<People />} />
                <Route path={pages.person.path} element={<Person />} />
                <Route path={pages.templates.path} element={<Templates />} />
                <Route path={pages.newTemplate.path} element={<NewTemplate />} />
                <Route element={<InRequest>{outlet}</InRequest>}>
                  <Route path={pages.template.path} element={<Template />} />
                  <Route path={pages.request.path} element={<Request />} />
                  <Route path={pages.editRequest.path} element={<EditRequest />} />
                </Route>
              </Route>
              <Route path={pages.help.path} element={<Help />} />
              <Route path={pages.inbox.path} element={<Inbox />} />
              <Route path={pages.inboxRequest.path} element={<InboxRequest />} />
              <Route element={<SettingsLayout />}>
                <Route path="/settings" element={<Navigate replace to={pages.profile.href()} />} />
                <Route path={pages.profile.path} element={<Profile />} />
                <Route path={pages.security.path} element={<Security />} />
                <Route path={pages.notifications.path} element={<Notifications />} />
                <Route path={pages.workspaceGeneral.path} element={<WorkspaceGeneral />} />
                <Route path={pages.workspaceMembers.path} element={<WorkspaceMembers />} />
                <Route path={pages.workspaceRequests.path} element={<WorkspaceRequests />} />
                <Route path={pages.workspaceEmail.path} element={<WorkspaceEmail />} />
                <Route path={pages.workspaceDanger.path} element={<WorkspaceDanger />} />
                <Route path="/settings/workspace/tags" element={<FormerTags />} />
              </Route>
            </Route>
          </Route>
        </Route>
      </Route>
    </Routes>
  );
}
