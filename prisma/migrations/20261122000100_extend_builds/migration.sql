-- Why:    builds that differ in PGO, BOLT, -march or the allocator are different builds, also where no flag states it.
-- Locks:  build exclusively, but only for the moment in which columns without a default are added; no row is touched.
-- Again:  one transaction; if it fails, nothing of it is there. Mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table build
  add column pgo boolean,
  add column bolt boolean,
  add column march text,
  add column allocator text;

commit;
