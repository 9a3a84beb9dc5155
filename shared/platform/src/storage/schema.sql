-- The part of hosted's `storage` schema that policies, triggers and the service depend on.
-- Run once as supabase_storage_admin, which owns everything here, as on hosted.

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
comment on column storage.buckets.owner is 'Deprecated on hosted in favour of owner_id.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
comment on column storage.objects.owner is 'Deprecated on hosted in favour of owner_id.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);

create function storage.foldername(name text) returns text[]
  language sql immutable
  as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
  language sql immutable
  as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

create function storage.extension(name text) returns text
  language sql immutable
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

create function storage.operation() returns text
  language sql stable
  as $$ select current_setting('storage.operation', true) $$;

-- Hosted compares names with and without their `storage.` prefix, because some operations have none.
create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  as $$
    select exists (
      select 1
      from unnest(expected_operations) as expected (name)
      where expected.name <> ''
        and regexp_replace(expected.name, '^storage\.', '')
          = regexp_replace(storage.operation(), '^storage\.', '')
    )
  $$;

create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  as $$ select storage.allow_any_operation(array[expected_operation]) $$;

create function storage.update_updated_at_column() returns trigger
  language plpgsql
  as $$
    begin
      new.updated_at = now();
      return new;
    end
  $$;

create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger
  language plpgsql
  as $$
    begin
      if length(new.name) > 100 then
        raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
      end if;
      return new;
    end
  $$;

create trigger enforce_bucket_name_length_trigger
  before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- Deleting a row by plain SQL would leave its bytes on disk forever.
create function storage.protect_delete() returns trigger
  language plpgsql
  as $$
    begin
      if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
        raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
          using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
      end if;
      return null;
    end
  $$;

create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
