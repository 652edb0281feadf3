-- Why:    a test that its tool reports as failed is stored as failed, with the reason and without any number.
-- Locks:  result for a moment: the column is empty.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- The reason of the failure; null for a test that came to its end.
alter table result add column failure text;

commit;
