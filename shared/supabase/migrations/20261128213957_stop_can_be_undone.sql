-- The page that stops email says whose email from whom it stops, and undoes it.
--
-- A person who holds the token has the email that it came with, so the page tells no more than that: the workspace, and the
-- address with its name left out. A day later only the person who signs in can start the emails again, because emails are forwarded.

create type private.stop_target as (named uuid, scope text, address text, workspace uuid);

create function private.stop_target(token text) returns private.stop_target
language plpgsql stable set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(stop_target.token);
  named constant uuid := parts.named;
  found_target private.stop_target;
begin
  -- After a correction, the links at the former address stop nothing.
  select named, null, t.address, t.workspace into found_target
  from (
    select p.email as address, p.workspace_id as workspace from public.recipients as p where p.id = named
    union all
    select u.email, r.workspace_id
    from private.watchers as w join auth.users as u on u.id = w.user_id join public.requests as r on r.id = w.request_id
    where w.id = named
    union all
    select u.email, e.workspace_id
    from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = named
  ) as t;
  found_target.scope := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where parts.signature = private.stop_signature(named, coalesce(found_target.address, ''), s.scope)
  );
  return found_target;
end
$$;
comment on function private.stop_target(text) is
  'What the token of an email stops: a recipient, a watcher or a member''s summary, with the scope, the address and the workspace. The scope is null for a token that stops nothing.';

alter table private.member_emails add column stopped_at timestamptz;
comment on column private.member_emails.stopped_at is 'When the link of a summary ended the summaries; null if the member chose it.';

create function public.peek_stop(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(peek_stop.token);
begin
  return (
    select jsonb_build_object(
      'scope', target.scope,
      'workspace', w.name,
      'person', left(target.address, 1) || '…' || substring(target.address from '@[^@]*$')
    )
    from public.workspaces as w where w.id = target.workspace and target.scope is not null
  );
end
$$;
comment on function public.peek_stop(text) is
  'For the holder of the token of an email: what it would stop, the workspace, and the address without its name. Null for any other token. Changes nothing.';
grant execute on function public.peek_stop(text) to anon, authenticated;

create or replace function public.stop_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(stop_email.token);
begin
  if target.scope = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = target.named;
  elsif target.scope = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = target.workspace and private.address_hash(p.email) = private.address_hash(target.address)
      and p.removed_at is null;
  elsif target.scope = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = target.named;
  elsif target.scope = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null, stopped_at = now()
    where e.id = target.named and e.arrivals <> 'none';
  end if;
  return target.scope;
end
$$;

create function public.resume_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(resume_email.token);
  earliest constant timestamptz := now() - interval '1 day';
begin
  if target.scope = 'request' then
    update public.recipients as p set muted_at = null where p.id = target.named and p.muted_at > earliest;
  elsif target.scope = 'workspace' then
    update public.recipients as p set muted_at = null
    where p.workspace_id = target.workspace and private.address_hash(p.email) = private.address_hash(target.address)
      and p.muted_at > earliest;
  elsif target.scope = 'watched' then
    update private.watchers as w set stopped_at = null where w.id = target.named and w.stopped_at > earliest;
  elsif target.scope = 'summary' then
    update private.member_emails as e
    set arrivals = 'daily', next_summary_at = private.next_summary(private.email_clock(), e.zone), stopped_at = null
    where e.id = target.named and e.arrivals = 'none' and e.stopped_at > earliest;
  end if;
  return case when found then target.scope end;
end
$$;
comment on function public.resume_email(text) is
  'Undoes stop_email within a day, for the holder of the same token, and returns what comes again. Null: there is nothing to undo.';
grant execute on function public.resume_email(text) to anon, authenticated;
