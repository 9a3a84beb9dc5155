-- Most servers take an email first and return it later. Whoever reads those returns tells Sheaf here.

create function public.suppress_address(address text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  refused constant text := lower(trim(suppress_address.address));
  person public.recipients;
  told integer := 0;
begin
  if coalesce(refused !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  insert into private.suppressed_addresses as s (address_hash, reason) values (private.address_hash(refused), 'refused')
  on conflict (address_hash) do update set reason = excluded.reason;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (select p.request_id from public.recipients as p where p.email = refused)
  order by r.id
  for no key update;
  for person in
    update public.recipients as p set unreachable_at = now()
    where p.email = refused and p.removed_at is null and p.unreachable_at is null
    returning p.*
  loop
    perform private.add_email_event(person, 'unreachable');
    told := told + 1;
  end loop;
  return told;
end
$$;
comment on function public.suppress_address(text) is
  'For the operator: an email to this address came back for good. It gets no more, as if its server had refused one, and members see it at each of its requests, whose number is returned. Errors: draft.recipient.';
grant execute on function public.suppress_address(text) to service_role;
