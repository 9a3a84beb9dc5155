-- Generated from schemas/ by `pnpm migration addresses_of_other_recipients`.

set local check_function_bodies = off;

create or replace function private.shown_address(address text) returns text
language sql immutable set search_path = '' as $$
  select left(shown_address.address, 1) || '…' || substring(shown_address.address from '@.*$')
$$;

create or replace function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't reveal it.
  v_my_workspaces constant uuid[] := private.my_workspaces();
  v_my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(v_my_workspaces) or r.id = any(v_my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(
        nullif(p.name, ''), f.display_name,
        case
          when r.workspace_id = any(v_my_workspaces) or p.user_id = v_me then p.email
          else private.shown_address(p.email)
        end
      ),
      coalesce(p.user_id = v_me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;

comment on function private.shown_address(text) is 'An address by which only those who know it recognise it: "a…@people.example".';

comment on function public.request_people(uuid) is 'Names of the people who answer a request, with the items of those who answer only some. Recipients see of another one without a name only how the address begins. For its members and the recipients of the whole request. Errors: not_found.';
