-- Why:    what changed between versions is kept with what people say of it, and those who asked are told.
-- Locks:  only the tables made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create type finding_state as enum ('new', 'acknowledged', 'confirmed', 'not a bug', 'fixed');

create table finding (
  project_id uuid not null,
  id uuid not null,
  product text not null,
  from_version text not null,
  to_version text not null,
  hardware text not null,
  direction text not null,
  facts jsonb not null,
  effect double precision not null,
  state finding_state not null default 'new',
  stands boolean not null default true,
  fixed_in text,
  owner_id uuid,
  owner_name text,
  known_bug text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint finding_project_id_fkey foreign key (project_id) references project (id),
  constraint finding_owner_id_fkey foreign key (owner_id) references app_user (id) on delete set null,
  constraint finding_direction check (direction in ('worse', 'better'))
);
create unique index finding_project_id_place_key
  on finding (project_id, product, from_version, to_version, hardware, direction);
create index finding_project_id_state_effect_id_idx on finding (project_id, state, effect desc, id);
create index finding_owner_id_idx on finding (owner_id);
alter table finding add constraint finding_pkey primary key (project_id, id);

-- Nothing is taken back: a note that was wrong is answered by another.
create table finding_event (
  project_id uuid not null,
  id uuid not null,
  finding_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_kind actor_kind not null,
  actor_id uuid,
  actor_name text not null,
  kind text not null,
  state finding_state,
  note text,
  constraint finding_event_finding_fkey foreign key (project_id, finding_id) references finding (project_id, id) on delete cascade
);
create index finding_event_project_id_finding_id_at_id_idx on finding_event (project_id, finding_id, at, id);
alter table finding_event add constraint finding_event_pkey primary key (project_id, id);

select raise_wall('finding');
select raise_wall('finding_event', 'select, insert, delete');

commit;
