-- Why:    a change over several versions that one step of them explains is told of that step alone; to know it, the steps
--         that changed anything are read whenever longer pairs are put together, and must be found without the others.
-- Locks:  finding_part for a moment: the columns are empty, and everything is judged again by the next look.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- release, drift or commits; null until it is judged.
alter table finding_part add column kind text;
-- How many tests changed.
alter table finding_part add column changes integer;
create index finding_part_project_id_kind_idx on finding_part (project_id, product, kind, changes);

commit;
