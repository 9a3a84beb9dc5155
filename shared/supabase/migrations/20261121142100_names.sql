create function public.change_name(display_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  kept text := private.one_line(change_name.display_name);
begin
  if not private.fits(kept, 1, 80) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name) values (me, kept)
  on conflict (user_id) do update set display_name = excluded.display_name;
  return kept;
end
$$;
comment on function public.change_name(text) is
  'Sets the caller''s name, also for a caller who has none yet: people who only answer requests have no name at first. Returns the name as saved. Errors: profile.name.';
grant execute on function public.change_name(text) to authenticated;
