-- Why:    outsiders read one spec by a link of their own: how long it opens, and that it is asked for before anybody knows
--         the project.
-- Locks:  spec_reader, for an instant; columns without a value are added without touching rows.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- When the link was made, and until when it opens; without that it ends with the review.
alter table spec_reader add column linked_at timestamptz, add column linked_until timestamptz;

create unique index spec_reader_project_id_secret_sha256_key on spec_reader (project_id, secret_sha256);

select open_to_directory('spec_reader');

commit;
