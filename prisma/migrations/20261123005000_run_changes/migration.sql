-- Why:    a reader asks which runs were stored or removed since it last looked. The number of a transaction answers that on
--         one node only; counters of the project answer it on any node, in a partition and after a restore
--         (docs/decisions/206-run-changes.md).
-- Locks:  run and run_removal exclusively, for an instant; no row is read or written. A server of the version before reads the
--         columns that are dropped, so it must be stopped before this migration runs.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- The last number of each slot. An upload locks one row at the end of its transaction, so numbers of a slot are committed
-- in their order. Half of each page stays free for new versions of its rows.
create table run_counter (
  project_id uuid not null,
  slot smallint not null,
  number bigint not null,
  constraint run_counter_project_id_fkey foreign key (project_id) references project (id)
) with (fillfactor = 50);
alter table run_counter add constraint run_counter_pkey primary key (project_id, slot);

-- One row is a run that was stored or removed. Rows are only added.
create table run_change (
  project_id uuid not null,
  slot smallint not null,
  number bigint not null,
  run_id uuid not null,
  removed boolean not null,
  constraint run_change_pkey primary key (project_id, slot, number)
);

select raise_wall('run_counter', 'select, insert, update');
select raise_wall('run_change', 'select, insert');

alter table run drop column stored_xid;
alter table run_removal drop column removed_xid;

commit;
