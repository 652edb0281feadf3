-- Why:    how far everything went from one version to the next is kept with the pair, so that an upload reads the results
--         of a few versions and not of all that were ever measured in its place.
-- Locks:  finding_part for an instant; the column has no default.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table finding_part add column steps jsonb;

-- They were made without steps; the next look makes them again.
delete from finding_part;
delete from finding_place;

commit;
