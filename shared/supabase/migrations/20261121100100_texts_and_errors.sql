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
  'Raises an error with a code of the error catalogue. SQLSTATE PTxyz makes PostgREST answer with HTTP status xyz.';

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
  'Trims the same white space as a browser does, independent of the database locale.';
-- Granted, like one_line, because people update their own display name directly and its constraint runs as them.
grant execute on function private.trimmed(text) to authenticated;

-- The body is bound at creation. A text body would be resolved as the caller, who has no access to this schema.
create function private.one_line(value text) returns text
language sql immutable set search_path = ''
return private.trimmed(regexp_replace(
  regexp_replace(one_line.value, '[\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+',
  ' ',
  'g'
));
comment on function private.one_line(text) is
  'A name or title in stored form: no line breaks, control characters or direction marks. A workspace name is shown beside the address that proves who the requester is, so it must not be able to rearrange that text.';
grant execute on function private.one_line(text) to authenticated;

create function private.fits(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(private.trimmed(fits.value)) between fits.shortest and fits.longest, false)
$$;
comment on function private.fits(text, integer, integer) is
  'True if the trimmed text has between shortest and longest characters.';

create function private.is_clean_file_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select is_clean_file_name.name = private.trimmed(is_clean_file_name.name)
    and char_length(is_clean_file_name.name) between 1 and 255
    and is_clean_file_name.name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\]'
    and is_clean_file_name.name !~ '^\.+$'
$$;
comment on function private.is_clean_file_name(text) is
  'Allows any language, but no control characters, line or path separators, bidirectional marks or folder names.';

create function private.folded(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(
    lower(regexp_replace(normalize(coalesce(folded.value, ''), nfd), '[\u0300-\u036f]', '', 'g')),
    '@._-+/\,;:#&''"()[]{}<>|!?*~=%$',
    '                                '
  )
$$;
comment on function private.folded(text) is
  'Normalises text for search: lower case, no accents, punctuation replaced by spaces.';
