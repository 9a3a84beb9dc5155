-- Searching requests.
--
-- A search takes as long in a workspace of a million requests as in one of a thousand, also for a word of some of them,
-- and says when it may have missed some. It searches all states, so that a member needn't know which list a
-- request is in.

create table public.request_search (
  request_id uuid not null,
  workspace_id uuid not null,
  document tsvector not null,
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);
comment on table public.request_search is
  'Search text of a request: title, message, recipients and item titles, normalised by private.folded. Readable by members only.';

create index request_search_document_idx on public.request_search
  using gin (private.search_index(workspace_id, document));
create index request_search_workspace_id_idx on public.request_search (workspace_id, request_id);

alter table public.request_search enable row level security;
create policy session_ok on public.request_search as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.request_search for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.request_search as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create function public.search_requests(workspace uuid, search text) returns setof public.requests
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
declare
  v_max_matches constant integer := 200;
  v_per_index constant integer := 500;
  v_words text[];
  v_latest record;
  v_is_common boolean := false;
  v_indexed uuid[];
  v_found uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  v_words := private.search_words(search_requests.search);
  if v_words is null then
    return;
  end if;
  -- The latest rows are compared first, which finds common words. Then the index is read for the rest, which finds rare ones.
  v_latest := private.search_latest_requests(search_requests.workspace, v_words);
  if v_latest.has_more then
    v_is_common := private.is_common_in_requests(search_requests.workspace, v_words, cardinality(v_latest.found));
    if not v_is_common then
      v_indexed := private.search_all_requests(search_requests.workspace, v_words, v_per_index);
    end if;
  end if;
  v_found := array(select unnest(v_latest.found) union select unnest(v_indexed));
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_found) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query
    -- By their ids first: without statistics the planner may read a workspace instead.
    with matching as materialized (
      select r.* from unnest(v_found) as f (id) join public.requests as r on r.id = f.id
    )
    select r.* from matching as r where r.workspace_id = search_requests.workspace
    order by r.last_activity_at desc, r.id desc
    limit v_max_matches;
end
$$;
comment on function public.search_requests(uuid, text) is
  'A workspace''s requests in every state whose title, message, recipients or items have words that begin with all words of the search, the latest 200 first. It compares a bounded number of rows: a rare word finds every request, a common one the latest. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, search.too_long.';
grant execute on function public.search_requests(uuid, text) to authenticated;

create function private.search_words(search text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  if char_length(search_words.search) > 200 then
    perform private.fail('search.too_long');
  end if;
  return nullif(tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(search_words.search))), '{}');
end
$$;
comment on function private.search_words(text) is 'The words of a search; null without any. Errors: search.too_long.';

create function private.search_latest_requests(workspace uuid, words text[], out found uuid[], out has_more boolean)
language sql stable set search_path = '' as $$
  with latest as (
    select l.id, l.place
    from unnest(array['open', 'drafts', 'done', 'archived', 'bin']) as f (filter)
    cross join lateral unnest(private.list_by_activity(
      workspace, private.list_key(null, null), private.list_stages(f.filter), 'infinity',
      'ffffffff-ffff-ffff-ffff-ffffffffffff', 250
    )) with ordinality as l (id, place)
  )
  select
    array(
      select s.request_id
      from latest as l join public.request_search as s on s.request_id = l.id and s.workspace_id = workspace
      where s.document @@ private.prefix_query(words)
    ),
    exists (select from latest as l where l.place = 250)
$$;
comment on function private.search_latest_requests(uuid, text[]) is
  'Those of the latest 250 requests in each state that have all of these words, and whether a state may have more requests.';

create function private.is_common_in_requests(workspace uuid, words text[], matches integer) returns boolean
-- Without statistics the planner would rather sort a workspace than read an index in its order.
language sql stable set search_path = '' set enable_sort = off as $$
  select (
    is_common_in_requests.matches >= 3
    or (
      select count(*) filter (where s.document @@ private.prefix_query(words)) >= 2
      from (
        select s.document from public.request_search as s where s.workspace_id = workspace
        order by s.request_id limit 200
      ) as s
    )
  )
  and exists (select from public.request_search as s where s.workspace_id = workspace order by s.request_id offset 20000)
$$;
comment on function private.is_common_in_requests(uuid, text[], integer) is
  'True if these words are too common for the index, which takes time for each match in the workspace: from 20,000 requests, if three of those compared have them, or two of a sample.';

create function private.search_all_requests(workspace uuid, words text[], most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select s.request_id from public.request_search as s
    where private.search_index(s.workspace_id, s.document)
      @@ private.prefix_query(private.words_in_workspace(workspace, words))
    limit most
  )
$$;
comment on function private.search_all_requests(uuid, text[], integer) is
  'Requests that have all of these words, from the index, in no order. Some may be of another workspace.';

-- Without statistics, what belongs to one request is taken for thousands of rows. Compiling the statement for that many
-- took longer than it does: hence no jit.
create function private.index_words(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  insert into public.request_search as s (request_id, workspace_id, document)
  select
    r.id,
    r.workspace_id,
    to_tsvector(
      'pg_catalog.simple',
      private.folded(concat_ws(
        ' ',
        r.title,
        r.message,
        (
          select string_agg(p.name || ' ' || p.email, ' ') from public.recipients as p
          where p.request_id = r.id and p.removed_at is null
        ),
        (select string_agg(i.title, ' ') from public.items as i where i.request_id = r.id and i.removed_at is null)
      ))
    )
  from public.requests as r
  where r.id = any(index_words.requests) and not r.is_template and not r.is_test
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;
comment on function private.index_words(uuid[]) is 'Rebuilds the search text of these requests.';

create function private.tg__index_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.index_words(array[new.id]);
  elsif tg_op = 'DELETE' then
    perform private.index_words(array[old.request_id]);
  else
    perform private.index_words(array[new.request_id]);
  end if;
  return null;
end
$$;
comment on function private.tg__index_words() is 'Updates the search text of a request whose title, message or recipients changed.';

create function private.search_index(workspace uuid, document tsvector) returns tsvector
language sql immutable cost 1000 set search_path = '' as $$
  select array_to_tsvector(private.words_in_workspace(workspace, tsvector_to_array(document)))
$$;
comment on function private.search_index(uuid, tsvector) is 'A request''s entries in the search index.';

create function private.prefix_query(words text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words) as word
$$;
comment on function private.prefix_query(text[]) is 'Every word must begin some word of the document.';

-- The words carry the start of their workspace's id: a search reads only its own workspace's part of the index, also for
-- the beginning of a word. Two workspaces with the same start are told apart by the request's row.
create function private.words_in_workspace(workspace uuid, words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select left(workspace::text, 8) || left(word, 100) from unnest(words) as word)
$$;
comment on function private.words_in_workspace(uuid, text[]) is
  'Words of the search index. Shortened, because a text search word has at most 2046 bytes.';
