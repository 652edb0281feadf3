-- Why:    an author puts feedback whose words are gone on other words of the current revision, and what is taken out of
--         feedback is taken out of the log of actions as well.
-- Locks:  a moment of spec_placement and spec_event.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

do $$
begin
  if exists (select from pg_roles where rolname = 'assay_app') then
    grant update (placement) on spec_placement to assay_app;
    grant update (action) on spec_event to assay_app;
  end if;
end $$;

commit;
