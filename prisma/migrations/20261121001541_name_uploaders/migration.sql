-- Why:    a run says who uploaded it. Null in runs that were stored before this.
-- Locks:  run, for a moment: columns without a default are added without touching a row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run
  add column uploaded_by_kind actor_kind,
  add column uploaded_by_id uuid,
  add column uploaded_by_name text;

commit;
