-- Why:    beside its last release people compare a version with one of their choice, such as the one that most users have.
-- Locks:  only the table made here, and for its foreign keys briefly project, product and version (writers wait).
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table pinned_base (
  project_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  version_id uuid not null,
  pinned_by text not null,
  pinned_at timestamptz not null default current_timestamp,
  constraint pinned_base_project_id_fkey foreign key (project_id) references project (id),
  constraint pinned_base_project_id_product_id_fkey foreign key (project_id, product_id) references product (project_id, id),
  constraint pinned_base_project_id_version_id_fkey foreign key (project_id, version_id) references version (project_id, id)
);
create unique index pinned_base_project_id_product_id_key on pinned_base (project_id, product_id);
alter table pinned_base add constraint pinned_base_pkey primary key (project_id, id);

select raise_wall('pinned_base');

commit;
