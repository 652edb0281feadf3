-- Why:    the state of the machine during a run (kernel, governor, mount options) may differ between runs on one machine,
--         so it belongs to the run and not to its hardware.
-- Locks:  run exclusively, but only for the moment in which a column without a default is added; no row is touched.
-- Again:  one transaction; if it fails, nothing of it is there. Mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run add column testbed jsonb;

commit;
