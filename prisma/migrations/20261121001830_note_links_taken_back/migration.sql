-- Why:    who read a spec by a link that ended with its review is told how it ended; whose link was taken back is told nothing.
-- Locks:  spec_reader, for an instant; a column without a value is added without touching rows.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- When the authors took the link back; nothing where it opens, or ended by itself.
alter table spec_reader add column link_taken_back_at timestamptz;

commit;
