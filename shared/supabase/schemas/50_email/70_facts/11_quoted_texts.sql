-- Texts of members and recipients as emails quote them, and the person whose items an email names.

create function private.unread_messages(
  request public.requests, reader uuid, since timestamptz, person public.recipients default null
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title, 'from', private.name_for_members(request.id, m.author, m.author_name),
        'text', private.emailed_text(m)
      )
      order by i.position, q.created_at, m.at
    ),
    '[]'
  )
  from public.questions as q
  join public.items as i on i.id = q.item_id and i.removed_at is null
  join public.messages as m on m.question_id = q.id
  where q.request_id = request.id and m.at >= unread_messages.since
    -- Members are emailed what recipients write, and recipients what members write.
    and m.is_member = (person.id is not null)
    and (person.id is null or private.is_for(person, q.item_id))
    and not exists (
      select from private.question_reads as r
      where r.question_id = q.id and r.user_id = unread_messages.reader and r.until >= m.at
    )
    -- A reply shows that its author has read what came before.
    and not exists (
      select from public.messages as own
      where own.question_id = q.id and own.author = unread_messages.reader and own.at > m.at
    )
$$;
comment on function private.unread_messages(public.requests, uuid, timestamptz, public.recipients) is
  'Messages of the other side since then that this person has not read, for @sheaf/email: a member, or the account of this recipient. A recipient without an account has read nothing.';

create function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select private.emailed_words(request.message, request.workspace_id)
$$;
comment on function private.emailed_message(public.requests) is
  'The message as emails quote it. One with a link is left out for a workspace that is new or has no answers yet.';

create function private.emailed_text(message public.messages) returns text
language sql stable set search_path = '' as $$
  select case
    when message.is_member and private.has_link(message.body) and not private.may_email_links(message.workspace_id)
      then ''
    when char_length(message.body) > 1000 then left(message.body, 1000) || '…'
    else message.body
  end
$$;
comment on function private.emailed_text(public.messages) is
  'A message as emails quote it: its first 1,000 characters. Empty for one with a link from a workspace that is new or has no answers yet.';

create function private.emailed_title(request public.requests) returns text
language sql stable set search_path = '' as $$
  select coalesce(nullif(private.emailed_words(request.title, request.workspace_id), ''), 'Documents')
$$;
comment on function private.emailed_title(public.requests) is
  'The title as emails to recipients and their subjects have it; "Documents" in place of one with a link from a workspace that is new or has no answers yet.';

create function private.emailed_words(text text, workspace uuid) returns text
language sql stable set search_path = '' as $$
  select case
    when private.has_link(emailed_words.text) and not private.may_email_links(emailed_words.workspace) then ''
    else emailed_words.text
  end
$$;
comment on function private.emailed_words(text, uuid) is
  'What a member wrote, as emails quote it. Empty if it has a link and the workspace is new or has no answers yet.';

create function private.may_email_links(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.workspaces as w join private.answered_workspaces as a on a.workspace_id = w.id
    where w.id = may_email_links.workspace and w.created_at < now() - interval '7 days'
  )
$$;
comment on function private.may_email_links(uuid) is
  'True if emails quote texts with links by this workspace: it is older than seven days, and a request of it has been answered.';

create function private.has_link(text text) returns boolean
language sql immutable set search_path = '' as $$
  select has_link.text ~* '(://|\mwww\.|\m[a-z0-9-]+\.[a-z]{2,}\M)'
$$;
comment on function private.has_link(text) is 'True if an email app could turn a part of this into a link.';

create function private.is_for(person public.recipients, item uuid) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'all' or exists (
    select from public.recipient_items as h where h.item_id = is_for.item and h.recipient_id = person.id
  )
$$;
comment on function private.is_for(public.recipients, uuid) is 'True if this recipient answers the item.';
