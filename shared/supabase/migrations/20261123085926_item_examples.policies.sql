-- Only policies on the storage service's own table. `documents_session_ok` applies to every bucket.

set local lock_timeout = '5s';

create policy assets_upload on storage.objects for insert to authenticated
  with check (bucket_id = 'assets' and private.may_store_example(name, metadata ->> 'mimetype'));
create policy assets_read on storage.objects for select to authenticated
  using (bucket_id = 'assets' and private.may_read_example(name, version));

-- Repeated as restrictive policies, so that no policy added later can open the bucket.
create policy assets_upload_only on storage.objects as restrictive for insert to anon, authenticated
  with check (bucket_id <> 'assets' or private.may_store_example(name, metadata ->> 'mimetype'));
create policy assets_read_only on storage.objects as restrictive for select to anon, authenticated
  using (bucket_id <> 'assets' or private.may_read_example(name, version));
create policy assets_never_changed on storage.objects as restrictive for update to anon, authenticated
  using (bucket_id <> 'assets') with check (bucket_id <> 'assets');
create policy assets_never_deleted on storage.objects as restrictive for delete to anon, authenticated
  using (bucket_id <> 'assets');
