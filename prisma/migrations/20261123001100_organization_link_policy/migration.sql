-- Why:    an organization decides who creates links that open without an account, for how long they open, and what happens to
--         them when their creator is removed. The defaults are what was allowed before.
-- Locks:  organization and spec_link exclusively for an instant; constant defaults rewrite no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table organization
  add column link_min_role text not null default 'author' check (link_min_role in ('author', 'maintainer', 'owner')),
  add column link_max_days int check (link_max_days between 1 and 3660),
  add column links_by_tokens boolean not null default true,
  add column links_of_removed text not null default 'keep' check (links_of_removed in ('keep', 'revoke'));

alter table spec_link add column created_by uuid;

commit;
