-- Why:    an experiment is a search for a better candidate, with an objective, a budget, candidates and their runs
--         (docs/decisions/341-sequential-decisions-about-candidates.md).
-- Locks:  none on tables with rows; four tables are created.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a search for a better candidate.
create table experiment (
  project_id uuid not null,
  id uuid not null,
  slug text not null,
  title text not null,
  description text,
  definition jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint experiment_pkey primary key (project_id, id),
  constraint experiment_project_id_fkey foreign key (project_id) references project (id)
);
create unique index experiment_project_id_slug_key on experiment (project_id, slug);

-- One row is a change that an experiment measures; number 0 is the base.
create table candidate (
  project_id uuid not null,
  id uuid not null,
  experiment_id uuid not null,
  number int not null check (number >= 0),
  parents int[],
  description text not null,
  commit text,
  diff text,
  created_by text not null,
  created_at timestamptz not null default now(),
  constraint candidate_pkey primary key (project_id, id),
  constraint candidate_project_id_fkey foreign key (project_id) references project (id),
  constraint candidate_project_id_experiment_id_fkey foreign key (project_id, experiment_id) references experiment (project_id, id)
);
create unique index candidate_project_id_experiment_id_number_key on candidate (project_id, experiment_id, number);

-- One row is the public key of a runner, with which records of runs are verified.
create table runner_key (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  public_key text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint runner_key_pkey primary key (project_id, id),
  constraint runner_key_project_id_fkey foreign key (project_id) references project (id)
);
create unique index runner_key_project_id_public_key_key on runner_key (project_id, public_key);

-- One row attaches a run to a candidate. The run may be deleted later; the row stays, so that bad repeats cannot
-- disappear and the used budget stays.
create table candidate_run (
  project_id uuid not null,
  id uuid not null,
  experiment_id uuid not null,
  candidate_id uuid not null,
  run_id uuid not null,
  position int not null check (position >= 1),
  machine_seconds double precision not null check (machine_seconds >= 0 and machine_seconds < 'infinity'),
  is_attested boolean not null default false,
  -- The signed record as it was sent; null for a run without one.
  record jsonb,
  runner_key_id uuid,
  -- The command and the hash of its program, as the record states them.
  command text,
  binary_sha256 text,
  attached_at timestamptz not null default now(),
  constraint candidate_run_pkey primary key (project_id, id),
  constraint candidate_run_project_id_fkey foreign key (project_id) references project (id),
  constraint candidate_run_project_id_experiment_id_fkey foreign key (project_id, experiment_id) references experiment (project_id, id),
  constraint candidate_run_project_id_candidate_id_fkey foreign key (project_id, candidate_id) references candidate (project_id, id),
  constraint candidate_run_project_id_runner_key_id_fkey foreign key (project_id, runner_key_id) references runner_key (project_id, id)
);
create unique index candidate_run_project_id_experiment_id_position_key on candidate_run (project_id, experiment_id, position);
create unique index candidate_run_project_id_experiment_id_run_id_key on candidate_run (project_id, experiment_id, run_id);
create index candidate_run_project_id_candidate_id_idx on candidate_run (project_id, candidate_id);
create index candidate_run_project_id_runner_key_id_idx on candidate_run (project_id, runner_key_id);

select raise_wall('experiment');
select raise_wall('candidate');
select raise_wall('runner_key');
select raise_wall('candidate_run');

commit;
