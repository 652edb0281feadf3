-- Why:    a link can be published under a name and taken out of print again without its address changing, a name is free
--         again when what had it was taken back, and its maker says which sites may frame it.
-- Locks:  share, for as long as its rows (hundreds, without their content) are looked through; views of shares wait for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- Hosts as a Content-Security-Policy names them. Null is every site, an empty list is none.
alter table share add column frame_hosts text[];

alter table share drop constraint share_has_an_address;
alter table share add constraint share_has_an_address
  check (secret_sha256 is not null or slug is not null or revoked_at is not null);

commit;
