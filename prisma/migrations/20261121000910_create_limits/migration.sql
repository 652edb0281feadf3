-- Why:    rate limits and quotas are counted here, so that several processes agree (docs/decisions/064-leased-limits.md).
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- Unlogged: a crash empties it, which gives everybody a fresh budget and is the price of writes that never wait for a disk.
create unlogged table rate_budget (
  -- Class, kind of subject and a hash of the subject: addresses and e-mails are not kept here.
  key text not null,
  remaining double precision not null,
  granted double precision not null,
  filled_at timestamptz not null default current_timestamp
);
create index rate_budget_filled_at_idx on rate_budget (filled_at);
alter table rate_budget add constraint rate_budget_pkey primary key (key);

commit;
