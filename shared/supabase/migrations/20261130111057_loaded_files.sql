-- Generated from schemas/ by `pnpm migration loaded_files`.

drop function public.file_openings(uuid);

create or replace function public.file_openings(file uuid)
returns table (
  name text, is_me boolean, by_member boolean, times integer, last_at timestamptz, is_loaded_only boolean
)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_opened public.files;
begin
  select f.* into v_opened from public.files as f
  where f.id = file_openings.file
    and (
      f.workspace_id = any(v_workspaces)
      or f.uploaded_by = v_me and (f.request_id = any(v_requests) or f.item_id = any(v_items))
    );
  if v_opened.id is null then
    perform private.fail('not_found');
  end if;
  return query
    select o.name, o.is_me, o.by_member, o.times, o.last_at, o.is_loaded
    from (
      select
        (array_agg(r.person_name order by r.at desc))[1] as name, r.person = v_me as is_me, r.by_member,
        count(*)::integer as times, max(r.at) as last_at, l.is_loaded,
        row_number() over (partition by r.person, r.by_member order by l.is_loaded) as place
      from private.file_reads as r
      cross join lateral (select r.purpose in ('prefetch', 'thumbnail') as is_loaded) as l
      where r.file_id = v_opened.id and (r.by_member or v_opened.workspace_id = any(v_workspaces))
      group by r.person, r.by_member, l.is_loaded
    ) as o
    where o.place = 1
    order by o.last_at desc;
end
$$;

comment on function public.file_openings(uuid) is 'Those who opened a file, the latest first, and how often. is_loaded_only: a page of theirs has loaded it, for a thumbnail or in advance, and never showed it. Members see everyone, the uploader sees members. Errors: not_found.';

grant execute on function public.file_openings(uuid) to authenticated;
