-- Why:    runs and what they measured.
-- Locks:  only the tables made here and, for its foreign keys, a moment of those they refer to, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Keys:   primary keys are made after the other indexes. Postgres takes the newest of indexes that look alike, and until
--         the first ANALYZE all that start with project_id do: foreign keys were checked by reading a whole project.

begin;
set local lock_timeout = '2s';

create table run (
  project_id uuid not null,
  id uuid not null,
  build_id uuid not null,
  config_id uuid not null,
  hardware_id uuid not null,
  workload_id uuid not null,
  metric_set_id uuid not null,
  test_set_id uuid not null,
  repeat integer not null,
  started_at timestamptz,
  finished_at timestamptz,
  benchmark_version text,
  client_version text,
  notes text,
  digest text not null,
  received_at timestamptz not null default current_timestamp,
  -- Transactions commit out of order, so no time or sequence says what is new to a reader; a snapshot of these does.
  stored_xid bigint not null default (pg_current_xact_id()::text::bigint),
  constraint run_project_id_build_id_fkey foreign key (project_id, build_id) references build (project_id, id),
  constraint run_project_id_config_id_fkey foreign key (project_id, config_id) references config (project_id, id),
  constraint run_project_id_hardware_id_fkey foreign key (project_id, hardware_id) references hardware (project_id, id),
  constraint run_project_id_workload_id_fkey foreign key (project_id, workload_id) references workload (project_id, id),
  constraint run_project_id_metric_set_id_fkey
    foreign key (project_id, metric_set_id) references metric_set (project_id, id),
  constraint run_project_id_test_set_id_fkey foreign key (project_id, test_set_id) references test_set (project_id, id),
  constraint run_digest_form check (digest ~ '^[0-9a-f]{64}$')
);
create index run_project_id_received_at_idx on run (project_id, received_at);
create index run_project_id_stored_xid_idx on run (project_id, stored_xid);
create index run_project_id_build_id_idx on run (project_id, build_id);
create index run_project_id_config_id_idx on run (project_id, config_id);
create index run_project_id_hardware_id_idx on run (project_id, hardware_id);
create index run_project_id_workload_id_idx on run (project_id, workload_id);
alter table run add constraint run_pkey primary key (project_id, id);

create table result (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  test_id uuid not null,
  clients integer not null,
  params jsonb,
  values double precision[] not null,
  constraint result_project_id_run_id_fkey foreign key (project_id, run_id) references run (project_id, id),
  constraint result_project_id_test_id_fkey foreign key (project_id, test_id) references test (project_id, id),
  constraint result_values_finite
    check (not ('NaN' = any (values)) and not ('Infinity' = any (values)) and not ('-Infinity' = any (values)))
);
create index result_project_id_run_id_idx on result (project_id, run_id);
alter table result add constraint result_pkey primary key (project_id, id);

create table result_command (
  project_id uuid not null,
  id uuid not null,
  command text not null,
  constraint result_command_pkey primary key (project_id, id),
  constraint result_command_project_id_id_fkey foreign key (project_id, id) references result (project_id, id)
);

create table sample_series (
  project_id uuid not null,
  id uuid not null,
  result_id uuid not null,
  metric_id uuid not null,
  interval_seconds double precision not null,
  start_seconds double precision not null,
  values double precision[] not null,
  constraint sample_series_project_id_result_id_fkey
    foreign key (project_id, result_id) references result (project_id, id),
  constraint sample_series_project_id_metric_id_fkey
    foreign key (project_id, metric_id) references metric (project_id, id),
  constraint sample_series_values_finite
    check (not ('NaN' = any (values)) and not ('Infinity' = any (values)) and not ('-Infinity' = any (values)))
);
create index sample_series_project_id_result_id_idx on sample_series (project_id, result_id);
alter table sample_series add constraint sample_series_pkey primary key (project_id, id);

create table run_source (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  name text not null,
  url text,
  constraint run_source_project_id_run_id_fkey foreign key (project_id, run_id) references run (project_id, id)
);
create index run_source_project_id_run_id_idx on run_source (project_id, run_id);
alter table run_source add constraint run_source_pkey primary key (project_id, id);

create table attachment (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  name text not null,
  sha256 text not null,
  size_bytes bigint not null,
  media_type text,
  constraint attachment_project_id_run_id_fkey foreign key (project_id, run_id) references run (project_id, id),
  constraint attachment_sha256_form check (sha256 ~ '^[0-9a-f]{64}$')
);
create index attachment_project_id_run_id_idx on attachment (project_id, run_id);
create index attachment_project_id_sha256_idx on attachment (project_id, sha256);
alter table attachment add constraint attachment_pkey primary key (project_id, id);

commit;
