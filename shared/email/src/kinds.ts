import * as v from "valibot";
import type { Language } from "./language.ts";
import { arrived, ArrivedFacts } from "./kinds/arrived.email.ts";
import { binned, BinnedFacts } from "./kinds/binned.email.ts";
import { damaged, DamagedFacts } from "./kinds/damaged.email.ts";
import {
  deletionAsked,
  DeletionAskedFacts,
  deletionDecided,
  DeletionDecidedFacts,
} from "./kinds/deletion.email.ts";
import { ended, EndedFacts } from "./kinds/ended.email.ts";
import { expiry, ExpiryFacts } from "./kinds/expiry.email.ts";
import { invitation, InvitationFacts } from "./kinds/invitation.email.ts";
import { memberInvitation, MemberInvitationFacts } from "./kinds/member-invitation.email.ts";
import { memberRemoved, MemberRemovedFacts } from "./kinds/member-removed.email.ts";
import { ownerNotice, OwnerNoticeFacts } from "./kinds/owner-notice.email.ts";
import { receipt, ReceiptFacts } from "./kinds/receipt.email.ts";
import { reminder, ReminderFacts } from "./kinds/reminder.email.ts";
import { repeat, RepeatFacts } from "./kinds/repeat.email.ts";
import { secondFactor, SecondFactorFacts } from "./kinds/second-factor.email.ts";
import { security, SecurityFacts } from "./kinds/security.email.ts";
import { silence, SilenceFacts } from "./kinds/silence.email.ts";
import { summary, SummaryFacts } from "./kinds/summary.email.ts";
import { update, UpdateFacts } from "./kinds/update.email.ts";
import type { Email } from "./write-email.ts";

const kind =
  <Schema extends v.GenericSchema>(
    schema: Schema,
    write: (facts: v.InferOutput<Schema>, language: Language) => Email,
  ) =>
  (facts: unknown, language: Language): Email =>
    write(v.parse(schema, facts), language);

/**
 * Every kind of email, as a function of the facts that the database has about it.
 *
 * @throws ValiError if the facts don't fit.
 */
export const emailKinds = {
  invitation: kind(InvitationFacts, invitation),
  reminder: kind(ReminderFacts, reminder),
  update: kind(UpdateFacts, update),
  ended: kind(EndedFacts, ended),
  receipt: kind(ReceiptFacts, receipt),
  arrived: kind(ArrivedFacts, arrived),
  summary: kind(SummaryFacts, summary),
  member_invitation: kind(MemberInvitationFacts, memberInvitation),
  second_factor: kind(SecondFactorFacts, secondFactor),
  owner_notice: kind(OwnerNoticeFacts, ownerNotice),
  member_removed: kind(MemberRemovedFacts, memberRemoved),
  expiry: kind(ExpiryFacts, expiry),
  silence: kind(SilenceFacts, silence),
  binned: kind(BinnedFacts, binned),
  deletion_asked: kind(DeletionAskedFacts, deletionAsked),
  deletion_decided: kind(DeletionDecidedFacts, deletionDecided),
  damaged: kind(DamagedFacts, damaged),
  repeat: kind(RepeatFacts, repeat),
  security: kind(SecurityFacts, security),
};

export type EmailKind = keyof typeof emailKinds;
