-- Why:    an upload may declare that it replaces the stored values at its coordinates, also when it started earlier.
-- Locks:  run, exclusively, for a moment: a column with a constant default rewrites nothing.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run add column replaces boolean not null default false;

commit;
