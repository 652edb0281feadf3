-- Why:    who wants to hear of a finding, and what they are told: written with the finding's change, sent afterwards.
-- Locks:  only the tables made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table telling_target (
  project_id uuid not null,
  id uuid not null,
  user_id uuid,
  kind text not null,
  name text not null,
  address_sealed text,
  address_shown text not null,
  secret_sealed text,
  events text[] not null,
  products text[] not null,
  hardware text[] not null,
  directions text[] not null,
  least double precision not null,
  quiet boolean not null,
  weekly boolean not null,
  time_zone text not null,
  paused_at timestamptz,
  paused_why text,
  failures integer not null default 0,
  created_at timestamptz not null default current_timestamp,
  created_by_name text not null,
  constraint telling_target_project_id_fkey foreign key (project_id) references project (id),
  constraint telling_target_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint telling_target_kind check (kind in ('webhook', 'slack', 'mail'))
);
create index telling_target_user_id_idx on telling_target (user_id);
alter table telling_target add constraint telling_target_pkey primary key (project_id, id);

-- The occasion is what happens once: a finding that was found, a step of its history, a week. A target hears of each once,
-- however often and by however many workers it is looked at.
create table message (
  project_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  kind text not null,
  finding_id uuid,
  event_id uuid,
  occasion text not null,
  state text not null,
  body text,
  attempts integer not null default 0,
  next_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null default current_timestamp,
  delivered_at timestamptz,
  note text,
  constraint message_target_fkey foreign key (project_id, target_id) references telling_target (project_id, id) on delete cascade,
  constraint message_state check (state in ('held', 'waiting', 'delivered', 'failed', 'dropped'))
);
create unique index message_project_id_target_id_occasion_key on message (project_id, target_id, occasion);
create index message_project_id_state_next_at_idx on message (project_id, state, next_at);
create index message_project_id_target_id_created_at_id_idx on message (project_id, target_id, created_at desc, id);
alter table message add constraint message_pkey primary key (project_id, id);

create table message_attempt (
  project_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  at timestamptz not null,
  delivered boolean not null,
  status integer,
  reply text not null,
  took_ms integer not null,
  constraint message_attempt_message_fkey foreign key (project_id, message_id) references message (project_id, id) on delete cascade
);
create index message_attempt_project_id_message_id_at_id_idx on message_attempt (project_id, message_id, at, id);
alter table message_attempt add constraint message_attempt_pkey primary key (project_id, id);

-- Statements in a scope know who wants to hear of what, and say when a target fails; they read no address and no secret.
select raise_wall('telling_target', '');
select raise_wall('message');
select raise_wall('message_attempt', 'select, insert, delete');
select open_to_directory('telling_target');

do $$
begin
  if exists (select from pg_roles where rolname = 'assay_app') then
    execute 'grant select (project_id, id, user_id, kind, name, address_shown, events, products, hardware, directions, least,
      quiet, weekly, time_zone, paused_at, paused_why, failures, created_at) on telling_target to assay_app';
    execute 'grant update (paused_at, paused_why, failures) on telling_target to assay_app';
  end if;
end $$;

-- As ask_for_job, for later.
create function ask_for_job_at(task text, payload json, task_key text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regnamespace('graphile_worker') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, run_at => at, max_attempts => 12);
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'assay_app') then
    execute 'grant execute on function ask_for_job_at(text, json, text, timestamptz) to assay_app';
  end if;
end $$;

commit;
