-- Why:    where nobody repeated anything, how much neighbouring versions differ says how noisy a test is; it is looked at
--         after an upload and read by every page, so that all say the same.
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table neighbour_floor (
  project_id uuid not null,
  id uuid not null,
  product text not null,
  floors jsonb not null,
  revision bigint not null default 1,
  constraint neighbour_floor_project_id_fkey foreign key (project_id) references project (id)
);
create unique index neighbour_floor_project_id_product_key on neighbour_floor (project_id, product);
alter table neighbour_floor add constraint neighbour_floor_pkey primary key (project_id, id);

select raise_wall('neighbour_floor');

commit;
