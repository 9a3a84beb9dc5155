import type { Flow } from "./flow.ts";
import { accountSwitched } from "./flows/account-switched.flow.ts";
import { brandingChanged } from "./flows/branding-changed.flow.ts";
import { passwordConfirmed } from "./flows/password-confirmed.flow.ts";
import { passwordSet } from "./flows/password-set.flow.ts";
import { profileChanged } from "./flows/profile-changed.flow.ts";
import { recoveryByCode } from "./flows/recovery-by-code.flow.ts";
import { recoveryByLink } from "./flows/recovery-by-link.flow.ts";
import { requestAnswered } from "./flows/request-answered.flow.ts";
import { requestDownloaded } from "./flows/request-downloaded.flow.ts";
import { requestReviewed } from "./flows/request-reviewed.flow.ts";
import { requestSent } from "./flows/request-sent.flow.ts";
import { secondFactorRequired } from "./flows/second-factor-required.flow.ts";
import { secondFactorSetUp } from "./flows/second-factor-set-up.flow.ts";
import { signInByCode } from "./flows/sign-in-by-code.flow.ts";
import { signInByLinkElsewhere } from "./flows/sign-in-by-link-elsewhere.flow.ts";
import { signInByLink } from "./flows/sign-in-by-link.flow.ts";
import { signInWithPassword } from "./flows/sign-in-with-password.flow.ts";
import { signUpByCode } from "./flows/sign-up-by-code.flow.ts";
import { signedOutEverywhere } from "./flows/signed-out-everywhere.flow.ts";
import { draftSaved } from "./flows/draft-saved.flow.ts";
import { emailChosen } from "./flows/email-chosen.flow.ts";
import { exampleAdded } from "./flows/example-added.flow.ts";
import { datePromised } from "./flows/date-promised.flow.ts";
import { requestReported } from "./flows/request-reported.flow.ts";
import { itemHandedOff } from "./flows/item-handed-off.flow.ts";
import { questionAsked } from "./flows/question-asked.flow.ts";
import { remindersChanged } from "./flows/reminders-changed.flow.ts";
import { recipientCorrected } from "./flows/recipient-corrected.flow.ts";
import { memberInvited } from "./flows/member-invited.flow.ts";
import { templateUsed } from "./flows/template-used.flow.ts";
import { workspaceAdded } from "./flows/workspace-added.flow.ts";
import { requestDecidedInPart } from "./flows/request-decided-in-part.flow.ts";
import { requestDuplicated } from "./flows/request-duplicated.flow.ts";
import { requestNextYear } from "./flows/request-next-year.flow.ts";
import { requestEdited } from "./flows/request-edited.flow.ts";
import { requestReopened } from "./flows/request-reopened.flow.ts";
import { requestsArchivedTogether } from "./flows/requests-archived-together.flow.ts";
import { requestsSharedOut } from "./flows/requests-shared-out.flow.ts";
import { viewSaved } from "./flows/view-saved.flow.ts";
import { checklistStates } from "./states/checklist.states.ts";
import { entryStates } from "./states/entry.states.ts";
import { manyStates } from "./states/many.states.ts";
import { peopleStates } from "./states/people.states.ts";
import { requestStates } from "./states/request.states.ts";
import { requestsStates } from "./states/requests.states.ts";
import { settingsStates } from "./states/settings.states.ts";

/** Every tape: flows first, then states of a screen. */
export const allFlows: readonly Flow[] = [
  signUpByCode,
  signInByCode,
  signInByLink,
  signInByLinkElsewhere,
  accountSwitched,
  brandingChanged,
  signInWithPassword,
  passwordSet,
  passwordConfirmed,
  recoveryByCode,
  recoveryByLink,
  secondFactorSetUp,
  secondFactorRequired,
  requestSent,
  requestAnswered,
  requestReviewed,
  requestDownloaded,
  requestEdited,
  emailChosen,
  exampleAdded,
  recipientCorrected,
  remindersChanged,
  datePromised,
  requestReported,
  questionAsked,
  itemHandedOff,
  requestDecidedInPart,
  requestReopened,
  requestDuplicated,
  requestNextYear,
  templateUsed,
  requestsArchivedTogether,
  requestsSharedOut,
  viewSaved,
  draftSaved,
  profileChanged,
  memberInvited,
  workspaceAdded,
  signedOutEverywhere,
  ...entryStates,
  ...requestsStates,
  ...manyStates,
  ...peopleStates,
  ...requestStates,
  ...checklistStates,
  ...settingsStates,
];

export const flowNames = allFlows.map(({ name }) => name);

/** Finds flows by name; `all` finds every flow. Returns the names that no flow has as `unknown`. */
export function findFlows(names: readonly string[]): { found: readonly Flow[]; unknown: string[] } {
  const isWanted = ({ name }: Flow) => names.includes(name) || names.includes("all");
  return {
    found: allFlows.filter(isWanted),
    unknown: names.filter((name) => name !== "all" && !flowNames.includes(name)),
  };
}
