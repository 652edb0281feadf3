-- Why:    people turn off mails about specs by kind, such as replies (docs/decisions/291-spec-mails-quote.md).
-- Locks:  spec_subscription, for the moment in which a column with a constant default is added; no row is rewritten.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table spec_subscription add column muted_kinds text[] not null default '{}';

commit;
