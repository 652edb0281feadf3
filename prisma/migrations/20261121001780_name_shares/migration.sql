-- Why:    what the makers of a link call it in their list. Its title is frozen with what it shows.
-- Locks:  share for an instant; the column has no default.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table share add column name text;

commit;
