-- Why:    an upload touches one place of a product (a workload of a benchmark on a machine) and a few pairs of versions
--         there. What was told of all others is kept, so that a look judges again only what is not as it was.
-- Locks:  only the tables made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- Both are made from results and can be made again at any time; state says from which ones.
create table finding_place (
  project_id uuid not null,
  id uuid not null,
  product text not null,
  state text not null,
  noise jsonb not null,
  constraint finding_place_project_id_fkey foreign key (project_id) references project (id)
);
create index finding_place_project_id_product_idx on finding_place (project_id, product);
alter table finding_place add constraint finding_place_pkey primary key (project_id, id);

create table finding_part (
  project_id uuid not null,
  id uuid not null,
  product text not null,
  from_version text not null,
  to_version text not null,
  hardware text not null,
  benchmark text not null,
  state text not null,
  told jsonb not null,
  constraint finding_part_project_id_fkey foreign key (project_id) references project (id)
);
create index finding_part_project_id_pair_idx on finding_part (project_id, product, from_version, to_version);
alter table finding_part add constraint finding_part_pkey primary key (project_id, id);

select raise_wall('finding_place');
select raise_wall('finding_part');

commit;
