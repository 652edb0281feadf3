-- Why:    what a result is a result of: product, version, build, config, hardware, benchmark, workload, test, metric.
--         Ids are made from names, so uploads know them without asking and their order does not matter.
-- Locks:  only the tables made here and, for its foreign keys, a moment of project, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Keys:   primary keys are made after the other indexes. Postgres takes the newest of indexes that look alike, and until
--         the first ANALYZE all that start with project_id do: foreign keys were checked by reading a whole project.

begin;
set local lock_timeout = '2s';

create type better as enum ('higher', 'lower', 'neither');
create type test_role as enum ('measured', 'warmup', 'load');

create table product (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  constraint product_project_id_fkey foreign key (project_id) references project (id)
);
create unique index product_project_id_name_key on product (project_id, name);
alter table product add constraint product_pkey primary key (project_id, id);

create table version (
  project_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  sort_key text collate "C" not null, -- made to be compared bytewise
  constraint version_project_id_product_id_fkey foreign key (project_id, product_id) references product (project_id, id)
);
create unique index version_project_id_product_id_name_key on version (project_id, product_id, name);
alter table version add constraint version_pkey primary key (project_id, id);

create table build (
  project_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  name text not null,
  compiler text,
  compiler_version text,
  lto boolean,
  flags text,
  build_type text,
  commit text,
  binary_sha256 text,
  constraint build_project_id_version_id_fkey foreign key (project_id, version_id) references version (project_id, id)
);
create unique index build_project_id_version_id_name_key on build (project_id, version_id, name);
alter table build add constraint build_pkey primary key (project_id, id);

create table config (
  project_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  text text,
  settings jsonb not null default '{}',
  constraint config_project_id_product_id_fkey foreign key (project_id, product_id) references product (project_id, id)
);
create unique index config_project_id_product_id_name_key on config (project_id, product_id, name);
alter table config add constraint config_pkey primary key (project_id, id);

create table hardware (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  cpu text,
  cores integer,
  smt boolean,
  sockets integer,
  memory_gb double precision,
  storage text,
  file_system text,
  os text,
  kernel text,
  cloud_type text,
  constraint hardware_project_id_fkey foreign key (project_id) references project (id)
);
create unique index hardware_project_id_name_key on hardware (project_id, name);
alter table hardware add constraint hardware_pkey primary key (project_id, id);

create table benchmark (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  constraint benchmark_project_id_fkey foreign key (project_id) references project (id)
);
create unique index benchmark_project_id_name_key on benchmark (project_id, name);
alter table benchmark add constraint benchmark_pkey primary key (project_id, id);

create table workload (
  project_id uuid not null,
  id uuid not null,
  benchmark_id uuid not null,
  name text not null,
  params jsonb not null default '{}',
  constraint workload_project_id_benchmark_id_fkey
    foreign key (project_id, benchmark_id) references benchmark (project_id, id)
);
create unique index workload_project_id_benchmark_id_name_key on workload (project_id, benchmark_id, name);
alter table workload add constraint workload_pkey primary key (project_id, id);

create table test (
  project_id uuid not null,
  id uuid not null,
  benchmark_id uuid not null,
  name text not null,
  group_name text,
  position integer,
  role test_role,
  primary_metric text,
  connections_per_client integer,
  target_rate double precision,
  constraint test_project_id_benchmark_id_fkey
    foreign key (project_id, benchmark_id) references benchmark (project_id, id)
);
create unique index test_project_id_benchmark_id_name_key on test (project_id, benchmark_id, name);
alter table test add constraint test_pkey primary key (project_id, id);

create table metric (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  unit text not null,
  better better not null,
  about text,
  constraint metric_project_id_fkey foreign key (project_id) references project (id)
);
create unique index metric_project_id_name_key on metric (project_id, name);
alter table metric add constraint metric_pkey primary key (project_id, id);

create table metric_set (
  project_id uuid not null,
  id uuid not null,
  size integer not null,
  constraint metric_set_pkey primary key (project_id, id),
  constraint metric_set_project_id_fkey foreign key (project_id) references project (id)
);

create table metric_set_entry (
  project_id uuid not null,
  id uuid not null,
  metric_set_id uuid not null,
  position integer not null,
  metric_id uuid not null,
  constraint metric_set_entry_project_id_metric_set_id_fkey
    foreign key (project_id, metric_set_id) references metric_set (project_id, id),
  constraint metric_set_entry_project_id_metric_id_fkey
    foreign key (project_id, metric_id) references metric (project_id, id)
);
create unique index metric_set_entry_project_id_metric_set_id_position_key
  on metric_set_entry (project_id, metric_set_id, position);
alter table metric_set_entry add constraint metric_set_entry_pkey primary key (project_id, id);

create table test_set (
  project_id uuid not null,
  id uuid not null,
  size integer not null,
  constraint test_set_pkey primary key (project_id, id),
  constraint test_set_project_id_fkey foreign key (project_id) references project (id)
);

create table test_set_item (
  project_id uuid not null,
  id uuid not null,
  test_set_id uuid not null,
  test_id uuid not null,
  clients integer not null,
  params jsonb,
  constraint test_set_item_project_id_test_set_id_fkey
    foreign key (project_id, test_set_id) references test_set (project_id, id),
  constraint test_set_item_project_id_test_id_fkey foreign key (project_id, test_id) references test (project_id, id)
);
create index test_set_item_project_id_test_set_id_idx on test_set_item (project_id, test_set_id);
alter table test_set_item add constraint test_set_item_pkey primary key (project_id, id);

commit;
