-- Name, accent color and logo that recipients see.
--
-- The logo is in the row (decision 0058).

create function public.set_workspace_branding(workspace uuid, accent text, logo text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(set_workspace_branding.workspace, 'admin');
  if not private.is_accent(set_workspace_branding.accent) then
    perform private.fail('workspace.accent');
  elsif not private.is_logo(set_workspace_branding.logo) then
    perform private.fail('workspace.logo');
  end if;
  update public.workspaces as w
  set accent = set_workspace_branding.accent, logo = set_workspace_branding.logo
  where w.id = set_workspace_branding.workspace;
end
$$;
comment on function public.set_workspace_branding(uuid, text, text) is
  'For owners and admins. Null for none. Recipients see it immediately. Errors: not_found, workspace.role, workspace.accent, workspace.logo.';
grant execute on function public.set_workspace_branding(uuid, text, text) to authenticated;

create function public.request_branding(request uuid) returns table (accent text, logo text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
begin
  -- Before anything of the request is read.
  if not exists (select from public.recipients as p where p.request_id = request_branding.request and p.user_id = v_me) then
    return;
  end if;
  return query
  select w.accent, w.logo
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.id = request_branding.request;
end
$$;
comment on function public.request_branding(uuid) is
  'Logo and accent colour of the workspace that asks, for a request''s recipients, those with single items included. Others get no row.';
grant execute on function public.request_branding(uuid) to authenticated;

create function private.is_logo(logo text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
declare
  v_content bytea;
begin
  if length(is_logo.logo) > 21848 or is_logo.logo !~ '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then
    return false;
  end if;
  v_content := decode(is_logo.logo, 'base64');
  return octet_length(v_content) between 67 and 16384 and (
    substr(v_content, 1, 8) = '\x89504e470d0a1a0a'
    or substr(v_content, 1, 3) = '\xffd8ff'
    or (substr(v_content, 1, 4) = '\x52494646' and substr(v_content, 9, 4) = '\x57454250')
  );
end
$$;
comment on function private.is_logo(text) is 'The bytes of a PNG, JPEG or WebP image in base64, at most 16 KiB of them.';

create function private.is_accent(accent text) returns boolean
language sql immutable strict set search_path = '' as $$
  -- Darker than the 4.5 : 1 of text on white, because the same colour is text on its own light shade.
  select case when is_accent.accent ~ '^#[0-9a-f]{6}$' then private.contrast_on_white(is_accent.accent) >= 5.5 else false end
$$;
comment on function private.is_accent(text) is 'A colour on which white text can be read, and which can be read as text.';

create function private.contrast_on_white(colour text) returns double precision
language sql immutable set search_path = '' as $$
  -- Relative luminance as WCAG 2 defines it.
  select 1.05 / (0.05 + sum(
    weight * case when part <= 0.04045 then part / 12.92 else power((part + 0.055) / 1.055, 2.4) end
  ))
  from (
    select weight, ('x' || substr(contrast_on_white.colour, place, 2))::bit(8)::integer / 255.0::double precision as part
    from (values (2, 0.2126), (4, 0.7152), (6, 0.0722)) as channels (place, weight)
  ) as parts
$$;
comment on function private.contrast_on_white(text) is 'Contrast of a colour such as #0f6a54 with white, from 1 to 21.';
