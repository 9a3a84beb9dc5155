-- Searching requests.
--
-- A search takes as long in a workspace of a million requests as in one of a thousand, also for a word of some of them,
-- and says when it may have missed some. It looks through all states, so that a member needn't know which list a
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
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  v_max_matches constant integer := 200;
  -- The latest rows of each state are compared first, which finds common words. Then the index is read for the rest, which
  -- finds rare ones.
  v_per_state constant integer := 250;
  v_per_index constant integer := 500;
  -- Reading the index takes time for each match in the workspace. From this number of requests it isn't read for a common
  -- word: one that three of the rows compared have, or two of a sample of the workspace.
  v_many constant integer := 20000;
  v_sampled constant integer := 200;
  v_words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_requests.search, 201))));
  v_listed text;
  v_compared integer;
  v_matching uuid[];
  v_may_miss boolean := false;
  v_is_common boolean := false;
  v_found uuid[] := '{}';
  v_indexed uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  if char_length(search_requests.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(v_words), 0) = 0 then
    return;
  end if;
  foreach v_listed in array array['open', 'drafts', 'done', 'archived'] loop
    execute format(
      'select count(*), array_agg(l.id) filter (where s.document @@ $2)
       from (
         select r.id, r.workspace_id from public.requests as r
         where r.workspace_id = $1 and %s order by r.last_activity_at desc, r.id desc limit $3
       ) as l
       join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id',
      private.list_condition(v_listed)
    ) into v_compared, v_matching using workspace, private.prefix_query(v_words), v_per_state;
    v_found := v_found || coalesce(v_matching, '{}');
    v_may_miss := v_may_miss or v_compared >= v_per_state;
  end loop;
  if v_may_miss then
    v_is_common := cardinality(v_found) >= 3;
    if not v_is_common then
      execute 'select count(*) filter (where s.document @@ $2) >= 2 from (
        select * from public.request_search as s where s.workspace_id = $1 order by s.request_id limit $3
      ) as s' into v_is_common
      using workspace, private.prefix_query(v_words), v_sampled;
    end if;
    if v_is_common then
      execute 'select exists (
        select from public.request_search as s where s.workspace_id = $1 order by s.request_id offset $2
      )'
        into v_is_common using workspace, v_many;
    end if;
    if not v_is_common then
      execute 'select array_agg(m.request_id) from (
        select s.request_id from public.request_search as s
        where private.search_index(s.workspace_id, s.document) @@ $1 limit $2
      ) as m' into v_indexed
      using private.prefix_query(private.words_in_workspace(workspace, v_words)), v_per_index;
    end if;
  end if;
  v_found := array(select unnest(v_found) union select unnest(v_indexed));
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_found) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query execute
    'with matching as materialized (
      select r.* from unnest($2) as m (id) join public.requests as r on r.id = m.id
    )
    select r.* from matching as r where r.workspace_id = $1 order by r.last_activity_at desc, r.id desc limit $3'
  using workspace, v_found, v_max_matches;
end
$$;
comment on function public.search_requests(uuid, text) is
  'A workspace''s requests in every state whose title, message, recipients or items have words that begin with all words of the search, the latest 200 first. It compares a bounded number of rows: a rare word finds every request, a common one the latest. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, search.too_long.';
grant execute on function public.search_requests(uuid, text) to authenticated;

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
  where r.id = any(index_words.requests) and not r.is_template
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
