-- Why:    a comparison or a report can be given to people without an account, as it was on that day.
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table share (
  project_id uuid not null,
  id uuid not null,
  title text not null,
  -- What is shown, as canonical JSON; text rather than jsonb, which would not keep its bytes.
  content text not null,
  sha256 text not null,
  -- What is asked again to see whether today's data still say it; with the names that are masked in the content.
  source jsonb not null,
  -- Of the secret in the address only a hash is kept; null where it is published under a name.
  secret_sha256 text,
  slug text,
  password_hash text,
  expires_at timestamptz,
  embargo_until timestamptz,
  created_at timestamptz not null default current_timestamp,
  created_by uuid,
  created_by_name text not null,
  revoked_at timestamptz,
  views bigint not null default 0,
  last_view_at timestamptz,
  constraint share_project_id_fkey foreign key (project_id) references project (id),
  constraint share_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint share_secret_sha256_form check (secret_sha256 ~ '^[0-9a-f]{64}$'),
  constraint share_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint share_has_an_address check ((secret_sha256 is null) <> (slug is null))
);
create unique index share_project_id_secret_sha256_key on share (project_id, secret_sha256);
create unique index share_project_id_slug_key on share (project_id, slug);
create index share_secret_sha256_idx on share (secret_sha256);
alter table share add constraint share_pkey primary key (project_id, id);

-- What was given away stays as it was: only the ways to it change.
create function keep_shared_content() returns trigger language plpgsql as $$
begin
  if (new.content, new.sha256, new.title, new.created_at) is distinct from (old.content, old.sha256, old.title, old.created_at) then
    raise exception 'what is shared never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger share_content_never_changes before update on share
  for each row execute function keep_shared_content();

select raise_wall('share');
select open_to_directory('share');

commit;
