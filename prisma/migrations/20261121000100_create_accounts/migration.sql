-- Why:    who owns results and who may read or send them; pages for people come later, the tables do not.
-- Locks:  only the tables made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Keys:   primary keys are made after the other indexes. Postgres takes the newest of indexes that look alike, and until
--         the first ANALYZE all that start with project_id do: foreign keys were checked by reading a whole project.

begin;
set local lock_timeout = '2s';

create type visibility as enum ('public', 'private');
create type member_role as enum ('owner', 'maintainer', 'reader');
create type token_scope as enum ('read', 'upload');

create table organization (
  id uuid not null,
  slug text not null,
  name text not null,
  created_at timestamptz not null default current_timestamp
);
create unique index organization_slug_key on organization (slug);
alter table organization add constraint organization_pkey primary key (id);

create table project (
  id uuid not null,
  organization_id uuid not null,
  slug text not null,
  name text not null,
  description text not null,
  visibility visibility not null,
  created_at timestamptz not null default current_timestamp,
  constraint project_organization_id_fkey foreign key (organization_id) references organization (id),
  constraint project_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create unique index project_slug_key on project (slug);
create index project_organization_id_idx on project (organization_id);
alter table project add constraint project_pkey primary key (id);

create table app_user (
  id uuid not null,
  email text not null,
  name text not null,
  created_at timestamptz not null default current_timestamp
);
create unique index app_user_email_key on app_user (email);
alter table app_user add constraint app_user_pkey primary key (id);

create table membership (
  organization_id uuid not null,
  user_id uuid not null,
  role member_role not null,
  created_at timestamptz not null default current_timestamp,
  constraint membership_organization_id_fkey foreign key (organization_id) references organization (id),
  constraint membership_user_id_fkey foreign key (user_id) references app_user (id)
);
create index membership_user_id_idx on membership (user_id);
alter table membership add constraint membership_pkey primary key (organization_id, user_id);

-- Below project from here on: (project_id, id) is the primary key, and every unique key starts with project_id.
create table api_token (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  token_sha256 text not null,
  prefix text not null,
  last_four text not null,
  scopes token_scope[] not null,
  created_at timestamptz not null default current_timestamp,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_token_project_id_fkey foreign key (project_id) references project (id),
  constraint api_token_sha256_form check (token_sha256 ~ '^[0-9a-f]{64}$')
);
create unique index api_token_project_id_token_sha256_key on api_token (project_id, token_sha256);
-- A request shows its token before anybody knows the project.
create index api_token_token_sha256_idx on api_token (token_sha256);
alter table api_token add constraint api_token_pkey primary key (project_id, id);

commit;
