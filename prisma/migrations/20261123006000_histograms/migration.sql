-- Why:    the whole distribution of response times is stored with a result, so that any quantile can be compared
--         (docs/decisions/228-histograms.md). Its bytes count as bytes of values.
-- Locks:  none on tables with rows; one table is created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table histogram (
  project_id uuid not null,
  id uuid not null,
  result_id uuid not null,
  -- Empty for all operations of the test.
  operation text not null,
  -- Milliseconds of one unit of its values.
  unit_ms double precision not null,
  count bigint not null,
  content bytea not null,
  constraint histogram_pkey primary key (project_id, id),
  constraint histogram_project_id_result_id_fkey foreign key (project_id, result_id) references result (project_id, id),
  constraint histogram_unit_positive check (unit_ms > 0 and unit_ms < 'infinity'),
  constraint histogram_not_empty check (count > 0)
);
create index histogram_project_id_result_id_idx on histogram (project_id, result_id);

select raise_wall('histogram');

create function count_histograms() returns trigger language plpgsql security definer as $$
begin
  perform add_usage(project_id, 'values', case tg_op when 'DELETE' then -1 else 1 end * sum(octet_length(content)))
    from changed group by project_id;
  return null;
end $$;

-- The function has the rights of the owner and is called as a trigger only. It finds its tables in this schema and nowhere
-- else.
do $$
begin
  execute format('alter function count_histograms() set search_path = %I, pg_temp', current_schema());
end $$;

create trigger histogram_counts_stored after insert on histogram referencing new table as changed
  for each statement execute function count_histograms();
create trigger histogram_counts_deleted after delete on histogram referencing old table as changed
  for each statement execute function count_histograms();

select grant_directory();

commit;
