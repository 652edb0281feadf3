-- Why:    a run that should never have been uploaded can be removed. Every process must hear of it, and its raw files lie
--         outside of the database: they go after the rows, by a worker that may be killed and started again.
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table run_removal (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  removed_at timestamptz not null default current_timestamp,
  -- As stored_xid of run: what became visible since a reader last looked.
  removed_xid bigint not null default pg_current_xact_id()::text::bigint,
  -- Contents that the run had; each goes unless another run has it too.
  files text[] not null default '{}',
  files_gone_at timestamptz,
  constraint run_removal_project_id_fkey foreign key (project_id) references project (id)
);
create index run_removal_project_id_removed_xid_idx on run_removal (project_id, removed_xid);
alter table run_removal add constraint run_removal_pkey primary key (project_id, id);

select raise_wall('run_removal', 'select, insert, update');

commit;
