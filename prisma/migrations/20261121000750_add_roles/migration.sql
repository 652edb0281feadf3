-- Why:    people get roles, projects can be for the members of an organization, and every change is written down.
-- Locks:  the types are changed for an instant; the tables are new.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter type visibility add value 'internal' before 'private';
alter type member_role rename value 'reader' to 'viewer';
alter type member_role add value 'author' before 'viewer';
alter type token_scope add value 'write';

create type actor_kind as enum ('person', 'token', 'server');

create table project_member (
  project_id uuid not null,
  user_id uuid not null,
  role member_role not null,
  created_at timestamptz not null default current_timestamp,
  constraint project_member_project_id_fkey foreign key (project_id) references project (id),
  constraint project_member_user_id_fkey foreign key (user_id) references app_user (id)
);
create index project_member_user_id_idx on project_member (user_id);
alter table project_member add constraint project_member_pkey primary key (project_id, user_id);

create table invitation (
  organization_id uuid not null,
  id uuid not null,
  email text,
  role member_role not null,
  secret_sha256 text not null,
  invited_by uuid,
  created_at timestamptz not null default current_timestamp,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  constraint invitation_organization_id_fkey foreign key (organization_id) references organization (id),
  constraint invitation_invited_by_fkey foreign key (invited_by) references app_user (id) on delete set null,
  constraint invitation_accepted_by_fkey foreign key (accepted_by) references app_user (id) on delete set null,
  constraint invitation_secret_sha256_form check (secret_sha256 ~ '^[0-9a-f]{64}$')
);
create unique index invitation_secret_sha256_key on invitation (secret_sha256);
alter table invitation add constraint invitation_pkey primary key (organization_id, id);

-- Names are kept as they were: people and tokens go, what they did stays.
create table audit_event (
  project_id uuid not null,
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_kind text not null,
  object_id text,
  object_name text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text,
  constraint audit_event_project_id_fkey foreign key (project_id) references project (id)
);
create index audit_event_project_id_at_idx on audit_event (project_id, at desc, id);
alter table audit_event add constraint audit_event_pkey primary key (project_id, id);

-- What happens above projects: members, invitations, sign-ins.
create table directory_event (
  id uuid not null,
  organization_id uuid,
  at timestamptz not null default clock_timestamp(),
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_kind text not null,
  object_id text,
  object_name text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index directory_event_organization_id_at_idx on directory_event (organization_id, at desc, id);
create index directory_event_actor_id_at_idx on directory_event (actor_id, at desc);
alter table directory_event add constraint directory_event_pkey primary key (id);

commit;
