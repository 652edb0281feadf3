-- Why:    a run names the OpenTelemetry traces that were recorded while it was measured, and a project has the address
--         of its tracing system, so that the page of the run links to them (docs/exec.md).
-- Locks:  run exclusively for an instant; a column without a default rewrites no row. One table is created.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run add column trace_ids text[];

-- One row is the address of the traces of a project, with {traceId} in it.
create table trace_setting (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  url text not null check (length(url) between 1 and 2000),
  constraint trace_setting_pkey primary key (project_id, id),
  constraint trace_setting_project_id_key unique (project_id),
  constraint trace_setting_project_id_fkey foreign key (project_id) references project (id)
);

select raise_wall('trace_setting');

commit;
