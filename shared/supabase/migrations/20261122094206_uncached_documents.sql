-- A sender chooses the caching of an upload. With these directives a proxy or CDN may answer others
-- with the document, also one that was read with a token.

create or replace function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
    if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
      -- Waits for a running finish or removal, and blocks both until this object is written.
      perform from public.files as f where f.object_key = new.name and f.status = 'uploading' for share;
      if found then
        return new;
      end if;
    end if;
  elsif (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version) then
    return new;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file or that shared caches may keep, and no change to an existing object.';
