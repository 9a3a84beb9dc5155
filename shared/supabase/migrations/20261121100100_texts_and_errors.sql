create function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'item.stale', 'item.locked', 'item.undecided',
        'file.not_stored', 'file.changed', 'workspace.last_owner'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;
comment on function private.fail(text) is
  'Refuses with a code of the error catalogue; SQLSTATE PTxyz makes PostgREST answer with status xyz.';

create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    value,
    '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'
      || '|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '',
    'g'
  )
$$;
comment on function private.trimmed(text) is
  'Takes the same white space off both ends as a browser does, whatever the locale of the database.';
-- Named, like one_line, because a person updates their own display name directly and its constraint runs as that person.
grant execute on function private.trimmed(text) to authenticated;

-- Its body is bound when it is made: as text it would be read as the person, who has no way into this schema.
create function private.one_line(value text) returns text
language sql immutable set search_path = ''
return private.trimmed(regexp_replace(
  regexp_replace(one_line.value, '[\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+',
  ' ',
  'g'
));
comment on function private.one_line(text) is
  'A name or title as it is kept: no line break, no control character, and nothing that turns the words around it: a firm''s name stands beside the address that proves who asks.';
grant execute on function private.one_line(text) to authenticated;

create function private.fits(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(private.trimmed(fits.value)) between fits.shortest and fits.longest, false)
$$;
comment on function private.fits(text, integer, integer) is
  'Whether a text has between shortest and longest characters once it is trimmed.';

create function private.is_clean_file_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select is_clean_file_name.name = private.trimmed(is_clean_file_name.name)
    and char_length(is_clean_file_name.name) between 1 and 255
    and is_clean_file_name.name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\]'
    and is_clean_file_name.name !~ '^\.+$'
$$;
comment on function private.is_clean_file_name(text) is
  'Any language, but no control characters, separators of lines or paths, bidirectional marks, and no folder name.';

create function private.folded(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(
    lower(regexp_replace(normalize(coalesce(folded.value, ''), nfd), '[\u0300-\u036f]', '', 'g')),
    '@._-+/\,;:#&''"()[]{}<>|!?*~=%$',
    '                                '
  )
$$;
comment on function private.folded(text) is
  'A text as it is searched: lower-cased, without accents, its punctuation turned into spaces.';
