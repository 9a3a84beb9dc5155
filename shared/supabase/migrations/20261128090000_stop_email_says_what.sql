-- A page that says "Email stopped" after a token that stopped nothing misleads the person who pressed the button.
drop function public.stop_email(text);

create function public.stop_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(stop_email.token);
  named constant uuid := parts.named;
  person constant public.recipients := (select p from public.recipients as p where p.id = named);
  -- After a correction, the links at the former address stop nothing.
  address constant text := coalesce(
    person.email,
    (select u.email from private.watchers as w join auth.users as u on u.id = w.user_id where w.id = named),
    (select u.email from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = named),
    ''
  );
  stopped constant text := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where parts.signature = private.stop_signature(named, address, s.scope)
  );
begin
  if stopped = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = named;
  elsif stopped = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = person.workspace_id and private.address_hash(p.email) = private.address_hash(address)
      and p.removed_at is null;
  elsif stopped = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = named;
  elsif stopped = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null where e.id = named;
  end if;
  return stopped;
end
$$;
comment on function public.stop_email(text) is
  'Ends email about a request (`request`), about all requests of a workspace (`workspace`), about what arrives in a request (`watched`), or the daily summary (`summary`), for the holder of the token of one of these emails, and returns which. Null: the token stops nothing.';
grant execute on function public.stop_email(text) to anon, authenticated;
