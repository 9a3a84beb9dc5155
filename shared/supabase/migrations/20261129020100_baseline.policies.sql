-- Generated from schemas/ in the order of creation: the whole database of version 0.1.0. Read schemas/ instead.

set local lock_timeout = '5s';

-- schemas/40_answers/33_stored_objects.policies.sql

create policy documents_session_ok on storage.objects as restrictive to authenticated
  using ((select private.session_ok()));

create policy documents_upload on storage.objects for insert to authenticated
  with check (bucket_id = 'documents' and private.may_store_object(name, metadata ->> 'mimetype'));

create policy documents_read on storage.objects for select to authenticated
  using (bucket_id = 'documents' and private.may_read_object(name, version));

create policy documents_upload_only on storage.objects as restrictive for insert to anon, authenticated
  with check (bucket_id <> 'documents' or private.may_store_object(name, metadata ->> 'mimetype'));

create policy documents_read_only on storage.objects as restrictive for select to anon, authenticated
  using (bucket_id <> 'documents' or private.may_read_object(name, version));

create policy documents_never_changed on storage.objects as restrictive for update to anon, authenticated
  using (bucket_id <> 'documents') with check (bucket_id <> 'documents');

create policy documents_never_deleted on storage.objects as restrictive for delete to anon, authenticated
  using (bucket_id <> 'documents');

create policy assets_upload on storage.objects for insert to authenticated
  with check (bucket_id = 'assets' and private.may_store_example(name, metadata ->> 'mimetype'));

create policy assets_read on storage.objects for select to authenticated
  using (bucket_id = 'assets' and private.may_read_example(name, version));

create policy assets_upload_only on storage.objects as restrictive for insert to anon, authenticated
  with check (bucket_id <> 'assets' or private.may_store_example(name, metadata ->> 'mimetype'));

create policy assets_read_only on storage.objects as restrictive for select to anon, authenticated
  using (bucket_id <> 'assets' or private.may_read_example(name, version));

create policy assets_never_changed on storage.objects as restrictive for update to anon, authenticated
  using (bucket_id <> 'assets') with check (bucket_id <> 'assets');

create policy assets_never_deleted on storage.objects as restrictive for delete to anon, authenticated
  using (bucket_id <> 'assets');
