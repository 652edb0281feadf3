-- Why:    machines run benchmarks on request: a runner leases a run request, and one of its attempts is accepted
--         (docs/decisions/347-run-requests.md).
-- Locks:  none on tables with rows; five tables are created.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a machine that executes run requests, or an engine that is started by a webhook.
create table runner (
  project_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null default 'machine' check (kind in ('machine', 'webhook')),
  hardware text not null,
  labels text[] not null default '{}',
  -- The commands that its owner allowed: name, description, parameters with their patterns.
  commands jsonb not null,
  capabilities jsonb not null default '{}',
  version text,
  token_name text not null,
  -- Rises with each registration, so that only the newest process of a runner gets leases.
  session bigint not null default 1,
  registered_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  constraint runner_pkey primary key (project_id, id),
  constraint runner_project_id_fkey foreign key (project_id) references project (id)
);
create unique index runner_project_id_name_key on runner (project_id, name);

-- One row is a plan: several run requests with one purpose.
create table run_plan (
  project_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('repeat', 'confirm', 'bisect', 'backfill', 'interleave')),
  title text not null check (length(title) between 1 and 300),
  settings jsonb not null,
  state text not null default 'active' check (state in ('active', 'finished', 'cancelled')),
  -- Machine time as it was shown before the start; null when no earlier run told it.
  machine_seconds double precision check (machine_seconds >= 0),
  -- Why the plan ended, in one sentence.
  conclusion text,
  requested_by text not null,
  requested_by_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint run_plan_pkey primary key (project_id, id),
  constraint run_plan_project_id_fkey foreign key (project_id) references project (id)
);
create index run_plan_project_id_created_at_idx on run_plan (project_id, created_at desc);

-- One row is a run request. It is finished when one attempt is accepted.
create table run_request (
  project_id uuid not null,
  id uuid not null,
  plan_id uuid,
  -- Order within a plan.
  position int not null default 0,
  command text not null check (length(command) between 1 and 100),
  parameters jsonb not null,
  labels text[] not null default '{}',
  -- The one runner that may execute it; null for any.
  runner_name text,
  state text not null default 'waiting' check (state in ('waiting', 'leased', 'finished', 'abandoned', 'cancelled')),
  -- Rises with each lease and each cancellation; an older token can change nothing.
  fencing_token bigint not null default 0,
  attempt_count int not null default 0,
  max_attempts int not null check (max_attempts between 1 and 1000),
  accepted_attempt_id uuid,
  estimate_seconds double precision check (estimate_seconds >= 0),
  requested_by text not null,
  requested_by_key text not null,
  idempotency_key text,
  queued_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  constraint run_request_pkey primary key (project_id, id),
  constraint run_request_project_id_fkey foreign key (project_id) references project (id),
  constraint run_request_project_id_plan_id_fkey foreign key (project_id, plan_id) references run_plan (project_id, id),
  constraint run_request_accepted check ((state = 'finished') = (accepted_attempt_id is not null))
);
create unique index run_request_project_id_idempotency_key_key on run_request (project_id, idempotency_key);
create index run_request_project_id_state_queued_at_idx on run_request (project_id, state, queued_at);
create index run_request_project_id_plan_id_idx on run_request (project_id, plan_id);

-- One row is an attempt: one execution of a run request. All times are of the clock of the database server.
create table run_attempt (
  project_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  number int not null check (number >= 1),
  runner_name text not null,
  fencing_token bigint not null,
  state text not null default 'running' check (state in ('running', 'accepted', 'lost')),
  outcome text check (outcome in ('succeeded', 'failed', 'refused')),
  exit_code int,
  reason text,
  run_ids uuid[] not null default '{}',
  leased_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  constraint run_attempt_pkey primary key (project_id, id),
  constraint run_attempt_project_id_request_id_fkey foreign key (project_id, request_id)
    references run_request (project_id, id),
  constraint run_attempt_accepted check ((state = 'accepted') = (outcome is not null))
);
create unique index run_attempt_project_id_request_id_number_key on run_attempt (project_id, request_id, number);
create unique index run_attempt_accepted_key on run_attempt (project_id, request_id) where state = 'accepted';
create index run_attempt_project_id_state_expires_at_idx on run_attempt (project_id, state, expires_at);
create index run_attempt_project_id_runner_name_leased_at_idx on run_attempt (project_id, runner_name, leased_at);

-- One row is a piece of the output of an attempt while it runs. The same number sent twice is stored once.
create table run_attempt_log (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attempt_id uuid not null,
  number int not null check (number >= 0),
  text text not null,
  size_bytes int not null check (size_bytes = octet_length(text)),
  at timestamptz not null default clock_timestamp(),
  constraint run_attempt_log_pkey primary key (project_id, id),
  constraint run_attempt_log_project_id_attempt_id_fkey foreign key (project_id, attempt_id)
    references run_attempt (project_id, id)
);
create unique index run_attempt_log_project_id_attempt_id_number_key on run_attempt_log (project_id, attempt_id, number);

create trigger run_attempt_log_counts_stored after insert on run_attempt_log referencing new table as changed
  for each statement execute function count_usage('files');
create trigger run_attempt_log_counts_deleted after delete on run_attempt_log referencing old table as changed
  for each statement execute function count_usage('files');

select raise_wall('runner');
select raise_wall('run_plan');
select raise_wall('run_request');
select raise_wall('run_attempt');
select raise_wall('run_attempt_log', 'select, insert');

commit;
