-- Triggers on Storage's table.

-- No object without its uploading file or a restore, larger than announced, or that shared caches may keep.
create trigger guard_new_document
  before insert on storage.objects
  for each row when (new.bucket_id = 'documents')
  execute function private.tg_objects__guard_document();

-- A stored document never changes, except by a restore.
create trigger guard_document
  before update on storage.objects
  for each row when (old.bucket_id = 'documents' or new.bucket_id = 'documents')
  execute function private.tg_objects__guard_document();

-- No object without its uploading example, larger than announced, or that shared caches may keep.
create trigger guard_new_asset
  before insert on storage.objects
  for each row when (new.bucket_id = 'assets')
  execute function private.tg_objects__guard_asset();

-- A stored example never changes.
create trigger guard_asset
  before update on storage.objects
  for each row when (old.bucket_id = 'assets' or new.bucket_id = 'assets')
  execute function private.tg_objects__guard_asset();
