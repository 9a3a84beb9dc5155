-- Generated from schemas/ by `pnpm migration readers_for_members`.

create or replace function private.reader_name(request uuid, by_member boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when reader_name.by_member then coalesce(
      (select f.display_name from public.profiles as f where f.user_id = auth.uid()), ''
    )
    -- Only members read who opened a file as a recipient.
    else private.name_for_members(reader_name.request, auth.uid(), private.my_name(reader_name.request))
  end
$$;
