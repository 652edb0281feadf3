-- Why:    engines such as GitHub Actions, Buildkite and Jenkins execute run requests: the server starts a job by a webhook,
--         and the job leases the request (docs/decisions/365-engines-execute-run-requests.md).
-- Locks:  none on tables with rows; two tables are created.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is the engine behind a runner of the kind `webhook`. Address, credential and signing secret are encrypted.
create table run_engine (
  project_id uuid not null,
  id uuid not null,
  runner_name text not null,
  engine text not null check (engine in ('github-workflow', 'github-dispatch', 'buildkite', 'jenkins', 'webhook')),
  address_shown text not null,
  address_sealed text not null,
  credential_sealed text,
  secret_sealed text not null,
  -- Branch or tag that is built.
  ref text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint run_engine_pkey primary key (project_id, id),
  constraint run_engine_project_id_fkey foreign key (project_id) references project (id)
);
create unique index run_engine_project_id_runner_name_key on run_engine (project_id, runner_name);

-- One row is a message that asked an engine to start a job for an attempt.
create table run_engine_start (
  project_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  runner_name text not null,
  -- Number of the attempt that the job would be, and of the message about it.
  attempt_number int not null check (attempt_number >= 1),
  message_number int not null check (message_number >= 1),
  sent_at timestamptz not null default clock_timestamp(),
  -- Null while the message is sent.
  delivered boolean,
  status int,
  reply text check (length(reply) <= 2000),
  constraint run_engine_start_pkey primary key (project_id, id),
  constraint run_engine_start_project_id_request_id_fkey foreign key (project_id, request_id)
    references run_request (project_id, id)
);
create unique index run_engine_start_project_id_request_id_key
  on run_engine_start (project_id, request_id, attempt_number, message_number);

select raise_wall('run_engine');
select raise_wall('run_engine_start');

commit;
