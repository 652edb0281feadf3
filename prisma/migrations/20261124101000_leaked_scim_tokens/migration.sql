-- Why:    a SCIM token that was reported as public ends at once, and the organization still has a directory: without the row,
--         first sign-ins would create members again (docs/decisions/296-leaked-scim-tokens.md).
-- Locks:  scim_token exclusively for an instant; a column without a default rewrites no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table scim_token add column leaked_at timestamptz;

commit;
