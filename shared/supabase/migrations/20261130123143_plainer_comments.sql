-- Generated from schemas/ by `pnpm migration plainer_comments`.

comment on column public.requests.archived_at is 'When the request was archived, which takes it off the list of done ones.';

comment on column private.job_rows.assignee is 'Chosen in the list; the sender replaces one who is no longer a member.';

comment on column public.requests.assignee is 'The member the request is assigned to; null if unassigned.';

comment on column public.items.choices is 'Choices of a recipient, in this order; empty for other kinds.';

comment on column public.requests.erase_at is 'Announced time of the next erasure; null if none is announced.';

comment on column public.requests.invites is 'True if Sheaf emails the link to recipients; false if the sender shares it.';

comment on column public.messages.is_member is 'True if the author wrote for the workspace.';

comment on column private.email_kinds.needs_member is 'Isn''t sent to a member who has left.';

comment on column private.repeats.not_before is 'Time of its turn. Infinity after a failure, until a member continues.';

comment on column private.job_rows.number is 'The line in the chosen file or list.';

comment on column private.repeats.previous_id is 'The request before the newest, whose page may still be open. It can''t get a second repeat.';

comment on column public.recipients.promised_on is 'Day by which this person promised what is missing.';

comment on column private.file_reads.purpose is 'view, download and export count as opened. prefetch and thumbnail don''t: the file wasn''t shown.';

comment on column public.requests.retain_days is 'Days that its recipients were promised when it was sent, or fewer since; its workspace may say fewer still. Null: the workspace''s limit alone.';

comment on column public.items.sensitive is 'True if previews stay blurred until opened.';

comment on column public.files.set_aside_at is 'When a member set this file aside, which leaves it out of downloads; null for every other file. The history says who did.';

comment on column private.member_emails.summarised_at is 'Time up to which summaries cover what happened.';

comment on column private.outbox.user_id is 'Account to email, at the address that it has when the email is sent.';

comment on column public.files.verdict is 'The last decision about this file; null while it waits for review, or if the decision left it out.';

comment on column private.outbox.workspace_id is 'For emails to a member or an invited person.';

comment on function hooks.password_verification_attempt(jsonb) is 'Auth calls it for every password of an existing account, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five. Emailed codes, passkeys and providers keep working for the owner.';

comment on function private.add_email_event(public.recipients,text,jsonb) is 'Appends the outcome of an email to a recipient to the history of the request.';

comment on function private.arrival_emails(uuid,uuid) is 'A member''s choice of emails about what arrives: each, daily, none.';

comment on function private.asker_facts(public.requests) is 'The requester, for @sheaf/email.';

comment on function private.changes_since(public.requests,timestamp with time zone,public.recipients) is 'How a request has changed since then for this recipient, for @sheaf/email. What was changed back is left out.';

comment on function private.common_facts(private.outbox,public.requests,public.recipients,text) is 'The facts of every email to a recipient, and those that several kinds need. handed: their items, if they have single ones.';

comment on function private.emailed_message(public.requests) is 'The message as emails quote it. One with a link is left out for a workspace that is new or has no answers yet.';

comment on function private.emailed_text(public.messages) is 'A message as emails quote it: its first 1,000 characters. Empty for one with a link from a workspace that is new or has no answers yet.';

comment on function private.expiry_notice() is 'Time between the first warning and the erasure of a file or answer.';

comment on function private.facts_arrived(private.outbox,public.requests,text) is 'The facts for telling a member what arrived, as things stand now.';

comment on function private.facts_deletion_decided(private.outbox,public.requests,public.recipients,text) is 'The facts for telling a recipient what was decided about their files.';

comment on function private.facts_expiry(private.outbox,text) is 'The facts for telling a member what is erased soon.';

comment on function private.facts_receipt(private.outbox,public.requests,public.recipients,text) is 'The facts for confirming to a recipient what they have sent.';

comment on function private.facts_reminder(uuid[],timestamp with time zone,text,boolean) is 'The facts for a reminder to these recipients, who are one person. A preview has no link that stops email.';

comment on function private.facts_update(private.outbox,public.requests,public.recipients,text) is 'The facts for telling a recipient what members have done.';

comment on function private.find_expiries(integer) is 'Notes ended requests whose first file or answer is due within the notice. Returns how many it examined.';

comment on function private.forget_expiries(uuid) is 'Plans the expiry of all requests of a workspace again whose members weren''t warned yet.';

comment on function private.free_addresses(bytea[]) is 'Allows email to these addresses again, everywhere. A stop of all email stays.';

comment on function private.has_link(text) is 'True if an email app could turn a part of this into a link.';

comment on function private.is_common_in_requests(uuid,text[],integer) is 'True if these words are too common for the index, which takes time for each match in the workspace: from 20,000 requests, if three of those compared have them, or two of a sample.';

comment on function private.is_for(public.recipients,uuid) is 'True if this recipient answers the item.';

comment on function private.is_newcomer(uuid,text,timestamp with time zone) is 'True if the account had had this address for less than 48 hours at that moment: it may be that of an intruder.';

comment on function private.is_unread(public.questions,uuid) is 'True if another person has written a message since this person last read or wrote one.';

comment on function private.is_watched(public.requests,uuid) is 'True if a member watches a request.';

comment on function private.item_words(public.items) is 'An item as a requester wrote it, in the form of a draft: for comparisons, copies and the history.';

comment on function private.list_key(uuid,uuid,boolean) is 'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid means unassigned; without a condition it is the list of all requests.';

comment on function private.lock_invitation(uuid) is 'Locks the workspace and returns an invitation that waits, for a member who may invite to its role.';

comment on function private.may_email_links(uuid) is 'True if emails quote texts with links by this workspace: it is older than seven days, and a request of it has been answered.';

comment on function private.may_send_requests(uuid,uuid) is 'False for a member who has left the workspace, whose account is suspended, or who lacks the second factor that the workspace requires: nothing more is sent in their name.';

comment on function private.members_to_notify(public.requests) is 'Members to notify about a request: those who watch it and its assignee, or else the owners.';

comment on function private.next_reminder(public.recipients) is 'Time of a recipient''s next reminder as things stand; null if nothing is missing or they can''t be reminded.';

comment on function private.note_request_edits(public.requests,public.requests) is 'Writes the changes of a sent request into its history.';

comment on function private.parse_token(text) is 'The row that a token of stop_token() names, and its signature; for any other text, an id that no row has and no signature.';

comment on function private.passed_second_factor() is 'True if both the token and the session have passed the second factor. Removing a factor lowers its sessions at once, but their tokens stay valid for up to an hour, possibly in the hands of a thief.';

comment on function private.put_link(public.requests) is 'Replaces a request''s link token. Only the hash of the previous one is stored, for people who have joined.';

comment on function private.queue_arrival(public.events) is 'Notifies the members who watch a request of what arrived, in one email each.';

comment on function private.queue_damaged(uuid,uuid) is 'Notifies the members who watch a request of damaged files, in one email each.';

comment on function private.reader_name(uuid,boolean) is 'The caller''s name in the record of reads. For a member it is never the address.';

comment on function private.reminder_pause(public.recipients,text) is 'Time until which a person gets no reminder: after an email about the request, after a visit, until the day after a promise. Null if none.';

comment on function private.require_newest(public.requests) is 'Refuses a request that has been sent again since. Errors: repeat.moved.';

comment on function private.restore_address(private.outbox) is 'Restores an account''s former address. Answers undone, or address_taken if another account has confirmed it since. Needs UPDATE on auth.identities.';

comment on function private.search_latest_requests(uuid,text[]) is 'Those of the latest 250 requests in each state that have all of these words, and whether a state may have more requests.';

comment on function private.set_assignee(public.requests,uuid) is 'Assigns a request to a member, or to no one, who gets the emails about what arrives instead of the previous assignee.';

comment on function private.state_of(private.invitations) is 'open, accepted, expired, or void: the inviter may no longer invite.';

comment on function private.tg__sync_list_entries() is 'Updates the list entries of a request after a change of it, its tags or its repeat.';

comment on function private.tg_events__queue_emails() is 'Queues the emails to recipients about an act: collected for ten minutes, or until the end of a visit.';

comment on function private.tg_events__recompute_retention() is 'What arrives late is kept from its own arrival on, and an item may become sensitive.';

comment on function private.tg_identities__drop_unproven_address() is 'An unverified address from a provider may belong to someone else. Without this trigger, Auth would sign its owner in to the account that linked it, or make it the address of that account.';

comment on function private.tg_identities__keep_address() is 'When the identity that has the account''s address is removed, Auth gives the account the address of a remaining identity. Unlike a change of address, that needs no confirmation and no second factor, so a stolen session could be used to link another identity and take over the account.';

comment on function private.tg_items__drop_examples() is 'Removes the examples of a removed item, which no one can see any more.';

comment on function private.tg_items__plan_reminders() is 'What is left for a person with single items can change while the request''s total stays.';

comment on function private.tg_outbox__note_invitation() is 'Records the outcome of an invitation''s email.';

comment on function private.tg_recipient_items__plan_reminder() is 'Restarts the reminders of a person who was handed an item or lost one.';

comment on function private.tg_recipients__queue_emails() is 'Queues the emails to people who are added to a sent request, corrected or removed.';

comment on function private.tg_recipients__sync_people() is 'Keeps the people of a workspace and their open requests up to date. Every change of what a request waits for also plans its reminders, and so changes its recipients.';

comment on function private.tg_requests__assign_to_creator() is 'Assigns a request to its creator until a member assigns it.';

comment on function private.tg_requests__queue_emails() is 'Queues the emails to recipients when a request is sent or ends.';

comment on function private.tg_users__count_emails() is 'Counts one email. Auth writes the time of each to the account, and that of both emails of a new address in one statement.';

comment on function private.tg_users__drop_unproven_metadata() is 'Anyone can sign up with another person''s address and write any metadata into the account. The owner''s sessions would carry it later, and sessions are stored in cookies: with enough metadata in them no server accepts the owner''s requests. Until the address is confirmed, only the metadata that Auth writes itself is kept.';

comment on function private.tg_users__forget_unproven_identities() is 'A person who signed up with another person''s address through a provider that hadn''t verified it keeps no access: the identity is deleted when the owner confirms the address.';

comment on function private.tg_users__forget_unproven_password() is 'A person who signed up with another person''s address chose its password. The password is deleted when the owner confirms the address.';

comment on function private.waiting_items(uuid,public.recipients) is 'Items that this recipient still has to answer, for @sheaf/email.';

comment on function private.warn_of_expiries(integer) is 'Warns members of each noted request twice before anything is erased, or forgets it when nothing is due any more. Returns how many it handled.';

comment on function private.widen_recipients(public.requests,jsonb) is 'Makes listed people who had single items recipients of the whole request.';

comment on function public.accept_invitation(text,text) is 'Makes the caller a member and returns the workspace; the name is for an account without one. Members are let through. Only the account with the invited, confirmed address is accepted, and once. Errors: not_found, invitation.other_address, invitation.expired, invitation.used, profile.name.';

comment on function public.assign_request(uuid,uuid) is 'For members: assigns a request to a member, or to no one, and returns the previous assignee. The new assignee gets the emails about what arrives instead of the previous one. Repeating a call changes nothing. Errors: not_found, assignee.not_member.';

comment on function public.bulk_details(uuid) is 'For members: the progress of a job. next_at: time of the next person''s turn; null if none waits or it is paused. sent_lately: in the last 30 seconds. ends_on: the day in UTC of the last, if the cap on new addresses lets some wait. can_send: whether its sender may still send. Errors: not_found.';

comment on function public.bulk_people(uuid,text,text) is 'For members: the people of a job, problems first, 50 a page. Filters: problems, sent, waiting; all others show everyone. Errors: not_found.';

comment on function public.claim_checks(uuid,integer) is 'For the worker: leases unchecked stored files, the newest first, for a quarter of an hour.';

comment on function public.claim_receipts(uuid,integer) is 'For the worker: leases receipts whose files have all been checked, for a minute, with their content.';

comment on function public.claim_repeats(uuid,integer) is 'For the worker: leases requests, which are to be sent again, for a minute. Senders are notified of those of the next 24 hours.';

comment on function public.decide_deletion(uuid,boolean,text) is 'For members: deletes a file whose uploader asked for that, or refuses with a reason. The uploader is notified. Errors: not_found, request.deleted, deletion.not_asked, reason.required, reason.too_long.';

comment on function public.email_second_factor(uuid,uuid) is 'For owners and admins: reminds a member to set up a second factor. Errors: not_found (also for a member who needs none), workspace.role, quota.address.';

comment on function public.end_session(uuid) is 'Signs out another session of the caller; it can read nothing afterwards, even while its token is valid. Sessions that have ended, are unknown or belong to another account get the same answer. Errors: session.this_one, because that session signs out instead; proof.required. Needs DELETE on auth.sessions; refresh tokens cascade.';

comment on function public.erase_expired(integer) is 'For the worker: erases the files and answers that are due, of requests about which members were warned twice. What a file was called, its size, sum and times stay. Bytes go with the purge. Returns how many requests it handled; 0 when there are no more.';

comment on function public.finish_bulk(uuid,integer,uuid) is 'For the worker: makes and sends the request of a person that it has claimed, once. sent; failed: with a reason that members read; waits: for another day, or for a member to resume. Null if the claim is no longer the caller''s.';

comment on function public.finish_checks(uuid,jsonb) is 'For the worker: records the checksums of what it has read: [{file, sha256, size}], without the last two where there is no object. Counts those that are verified, damaged or were removed; not those that another worker has claimed since.';

comment on function public.hand_off_item(uuid,text,text) is 'Asks another person for an item, as a member or a recipient of the whole request. They are emailed the link, and see the items handed to them alone. Errors: not_found, request.closed, request.paused, item.locked, draft.recipient, draft.recipient_name, draft.too_many_recipients, recipient.member, hand_off.passed_on, hand_off.self, hand_off.sender, hand_off.taken, hand_off.recipient, quota.hand_offs, quota.address.';

comment on function public.link_workspace(text,text) is 'For the worker: name of the workspace whose request this link opens for the person who proves this address, as join_request decides. Null for every other link and address, for an address that takes no email from workspaces, for a workspace that this person has reported, or anyone in 30 days, and before a workspace has emailed this address or had an answer from anybody.';

comment on function public.list_requests(uuid,text,text,date,timestamp with time zone,date,uuid,uuid,uuid,boolean,date,date) is 'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid: unassigned), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';

comment on function public.my_checklist(uuid) is 'What a person to whom items were handed reads of the request itself, with who added each file of these items as {file id: name}. No row for anyone else.';

comment on function public.pause_bulk(uuid,boolean) is 'For members: pauses a job before its next person, or resumes it. A stopped job stays stopped. Errors: not_found.';

comment on function public.peek_invitation(text) is 'The details that anyone with the link may see: who invites, to which workspace and role, and which address has to be proven. No row for any other token, nor if the inviter may no longer invite.';

comment on function public.plan_expiries(integer) is 'For the worker: warns members 14 and 2 days before files and answers of an ended request are erased, and after a year in which nothing happened on an open one. Nothing is erased sooner than 14 days after the first warning and 2 days after the second. Returns how many requests it handled; 0 when there are no more.';

comment on function public.remove_example(uuid) is 'Removes an example, finished or not. It can''t be read afterwards. Errors: not_found, request.closed.';

comment on function public.rename_workspace(uuid,text) is 'For owners and admins. Recipients see the new name immediately. Errors: not_found, workspace.role, workspace.name.';

comment on function public.report_request(uuid,text) is 'For a recipient: reports a request to the operator, once; the first report stays. The workspace isn''t told. Errors: not_found, report.note (over 1,000 characters).';

comment on function public.send_to_many(uuid,uuid,text,text,jsonb) is 'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on, assignee}, each a separate request, with the title and message filled in. With the id of a job that exists it does nothing. An assignee is the id of a member. Errors: not_found, bulk.*, draft.*, quota.bulk_rows, assignee.not_member.';

comment on function public.send_update(uuid) is 'Notifies the recipients immediately of what was returned or changed, instead of ten minutes after the first. Errors: not_found.';

comment on function public.set_workspace_branding(uuid,text,text) is 'For owners and admins. Null for none. Recipients see it immediately. Errors: not_found, workspace.role, workspace.accent, workspace.logo.';

comment on function public.stop_all_email(boolean) is 'Ends all email from Sheaf to the caller''s address, except sign-in codes and security notices, or allows it again. The caller is signed in, so a forwarded email is not enough.';

comment on function public.take_back_item(uuid) is 'Undoes the hand-off of an item, as a member or a recipient of the whole request. What the person sent stays. Errors: not_found.';

comment on function public.undo_account_change(text) is 'For the holder of the token of a security notice about a change less than 48 hours ago: removes what was added, signs out all devices of the account, removes its password and ends what was begun. Restores nothing but the former address. Answers undone, signed_out where there was nothing to undo, address_taken where another account has the former address, or expired, also for a used or wrong token. Needs DELETE on auth.sessions, auth.one_time_tokens and auth.flow_state, UPDATE on auth.users.';

comment on function public.unmerge_person(uuid) is 'For members: makes a merged address a separate person again, with its requests, name and note. Tags stay with the person it belonged to. Errors: not_found.';

comment on function public.unread_questions(uuid[]) is 'Questions in which another person has written since the caller last read them, in the first 200 of these requests; at most 1,000. Lists and pages all count these rows.';

comment on function public.watches_request(uuid) is 'For a member: true if they get email about what arrives in a request. Errors: not_found.';

comment on function public.workspace_invitations(uuid) is 'For owners and admins: invitations that wait, with their state open, expired or void (the inviter may no longer invite). Errors: not_found, workspace.role.';

comment on function public.workspace_members(uuid) is 'For members: everyone in a workspace, owners first. Only owners and admins see whether they have a second factor; others get null. Errors: not_found.';

comment on table private.answered_workspaces is 'Workspaces with at least one answer. Until then their emails have neither the workspace''s name in From nor a link.';

comment on table private.answering_people is 'People who have answered a request of a workspace. Counted by person, so that two who work together can''t raise the caps.';

comment on table private.backup_code_tries is 'Wrong backup codes of a session in the current hour. Counted per session, so that someone else with access to the mailbox can''t use up the owner''s tries. The row is locked during each try, so parallel guesses are counted one after another.';

comment on table private.emailed_addresses is 'Addresses that a workspace has emailed, and since which day in UTC.';

comment on table private.expiries is 'Requests with something to be erased, and the warnings to members about it.';

comment on table private.file_reads is 'A row says that a session was allowed to read a file from then on, for one purpose. Asking again for the same purpose while the grant lives renews it without another row, however often the file is read; so does asking again under the same export.';

comment on table private.member_emails is 'A member''s choice of emails about what arrives in a workspace. Without a row: each.';

comment on table private.outbox is 'Emails that are due, and their outcomes. Ended ones are kept for 90 days.';

comment on table private.watchers is 'Who watches a request. Its creator and sender do without a row, which is made when the first email needs one.';

comment on table public.messages is 'The question and each reply. Never changed.';

comment on table public.recipient_items is 'Items that were handed to a recipient whose scope is items.';
