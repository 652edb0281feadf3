-- Why:    a program that sends something else under the name of what it sent before is told so, and not answered as if
--         that had been stored.
-- Locks:  spec_sent for a moment: the column is empty.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- Of where it was sent and of its body; null of what browsers send, which write on under the same name.
alter table spec_sent add column request_sha256 text;

commit;
