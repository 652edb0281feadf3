-- Why:    organizations and projects have quotas. Triggers count runs and bytes, and refuse a row over a quota with SQLSTATE
--         QUOTA, so that every way to store something is counted (docs/decisions/201-quotas-in-the-database.md).
-- Locks:  organization, project, membership, project_member, run, result, sample_series, attachment, share and spec_link
--         exclusively for an instant; before that, results, samples and files are read once to count what is stored.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row limits one kind of an organization or of one of its projects; subject_id is the id of either.
create table quota (
  organization_id uuid not null references organization (id) on delete cascade,
  subject_id uuid not null,
  kind text not null check (kind in ('projects', 'members', 'runs', 'bytes', 'links')),
  max bigint not null check (max >= 0),
  constraint quota_pkey primary key (subject_id, kind)
);
create index quota_organization_id_idx on quota (organization_id);

-- The stored runs and bytes of a project are the sums of its rows. Each database process adds to a row of its own, so that
-- concurrent uploads do not wait for each other; a row can be negative.
create table usage_counter (
  organization_id uuid not null,
  counted_project uuid not null references project (id) on delete cascade,
  slot int not null,
  runs bigint not null default 0,
  value_bytes bigint not null default 0,
  sample_bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  constraint usage_counter_pkey primary key (counted_project, slot)
);
create index usage_counter_organization_id_idx on usage_counter (organization_id);

-- Amount that is stored in a project, or in all projects of an organization when of_project is null.
create function quota_usage(of_organization uuid, of_project uuid, asked text) returns bigint language plpgsql as $$
declare
  used bigint;
begin
  if asked in ('runs', 'bytes') then
    select coalesce(sum(case asked when 'runs' then runs else value_bytes + sample_bytes + file_bytes end), 0) into used
    from usage_counter where organization_id = of_organization and (of_project is null or counted_project = of_project);
  elsif asked = 'projects' then
    select count(*) into used from project where organization_id = of_organization;
  elsif asked = 'members' and of_project is null then
    select count(*) into used from membership where organization_id = of_organization;
  elsif asked = 'members' then
    select count(*) into used from project_member where project_id = of_project;
  else
    select count(*) into used
    from project p join (
      select project_id from share where revoked_at is null and (expires_at is null or expires_at > now())
      union all
      select project_id from spec_link where revoked_at is null and (expires_at is null or expires_at > now())
    ) link on link.project_id = p.id
    where p.organization_id = of_organization and (of_project is null or p.id = of_project);
  end if;
  return used;
end $$;

-- Refuses `more` of a kind above a quota. Far from its limit, transactions share a lock and do not wait; near it they come
-- one after the other, so that two of them cannot take the same remainder.
create function use_quota(of_organization uuid, of_project uuid, asked text, more bigint) returns void language plpgsql as $$
declare
  reserve bigint := case asked when 'runs' then 1000 when 'bytes' then 4000000000 end;
  lock_key bigint := hashtextextended('quota ' || of_organization || ' ' || asked, 0);
  limited record;
  used bigint;
  is_near boolean := reserve is null;
begin
  if not exists (select from quota where kind = asked and subject_id in (of_organization, of_project)) then return; end if;
  if not is_near then
    select bool_or(q.max - reserve < more + quota_usage(of_organization, nullif(q.subject_id, of_organization), asked))
    into is_near from quota q where q.kind = asked and q.subject_id in (of_organization, of_project);
  end if;
  if is_near then perform pg_advisory_xact_lock(lock_key);
  else perform pg_advisory_xact_lock_shared(lock_key);
  end if;
  for limited in select subject_id, max from quota where kind = asked and subject_id in (of_organization, of_project) loop
    used := quota_usage(of_organization, nullif(limited.subject_id, of_organization), asked);
    if used + more > limited.max then
      raise exception using errcode = 'QUOTA', message = json_build_object('kind', asked, 'used', used, 'max', limited.max,
        'of', case when limited.subject_id = of_organization then 'organization' else 'project' end,
        'name', (select name from organization where id = limited.subject_id
          union all select name from project where id = limited.subject_id))::text;
    end if;
    if not is_near and used + more > limited.max - reserve then
      raise serialization_failure using message = 'others came near the quota meanwhile';
    end if;
  end loop;
end $$;

-- Adds what is stored, or subtracts what is deleted. A project without an organization is being erased.
create function add_usage(of_project uuid, counted text, amount bigint) returns void language plpgsql as $$
declare
  owner_id uuid;
begin
  select organization_id into owner_id from project where id = of_project;
  if owner_id is null or amount = 0 then return; end if;
  if amount > 0 then
    perform use_quota(owner_id, of_project, case counted when 'runs' then 'runs' else 'bytes' end, amount);
  end if;
  insert into usage_counter (organization_id, counted_project, slot, runs, value_bytes, sample_bytes, file_bytes)
  values (owner_id, of_project, pg_backend_pid() % 64, case counted when 'runs' then amount else 0 end,
    case counted when 'values' then amount else 0 end, case counted when 'samples' then amount else 0 end,
    case counted when 'files' then amount else 0 end)
  on conflict (counted_project, slot) do update
    set runs = usage_counter.runs + excluded.runs, value_bytes = usage_counter.value_bytes + excluded.value_bytes,
      sample_bytes = usage_counter.sample_bytes + excluded.sample_bytes, file_bytes = usage_counter.file_bytes + excluded.file_bytes;
end $$;

create function count_usage() returns trigger language plpgsql security definer as $$
declare
  sign int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  case tg_argv[0]
    when 'runs' then perform add_usage(project_id, 'runs', sign * count(*)) from changed group by project_id;
    when 'files' then perform add_usage(project_id, 'files', (sign * sum(size_bytes))::bigint) from changed group by project_id;
    else perform add_usage(project_id, tg_argv[0], sign * 8 * sum(cardinality(values))) from changed group by project_id;
  end case;
  return null;
end $$;

-- Counted rows: a project or member of an organization, a member of a project.
create function limit_members() returns trigger language plpgsql security definer as $$
begin
  if tg_argv[0] = 'project_member' then
    perform use_quota(p.organization_id, new.project_id, 'members', 0) from project p where p.id = new.project_id;
  else
    perform use_quota(new.organization_id, null, tg_argv[0], 0);
  end if;
  return null;
end $$;

-- A link counts while it opens, so an expired one counts again when it is extended.
create function limit_links() returns trigger language plpgsql security definer as $$
begin
  if new.revoked_at is not null or new.expires_at <= now() then return null; end if;
  if tg_op = 'UPDATE' and old.revoked_at is null and (old.expires_at is null or old.expires_at > now()) then return null; end if;
  perform use_quota(p.organization_id, p.id, 'links', 0) from project p where p.id = new.project_id;
  return null;
end $$;

-- These functions have the rights of the owner and are called as triggers only. They find their tables in this schema and
-- nowhere else.
do $$
declare
  named text;
begin
  foreach named in array array['count_usage()', 'limit_members()', 'limit_links()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', named, current_schema());
  end loop;
end $$;

-- Rows of a project are seen in its scope only, by whoever migrates too.
do $$
declare
  one record;
begin
  for one in select id, organization_id from project loop
    perform set_config('assay.project_id', one.id::text, true);
    insert into usage_counter (organization_id, counted_project, slot, runs, value_bytes, sample_bytes, file_bytes)
    values (one.organization_id, one.id, 0, (select count(*) from run where project_id = one.id),
      (select coalesce(8 * sum(cardinality(values)), 0) from result where project_id = one.id),
      (select coalesce(8 * sum(cardinality(values)), 0) from sample_series where project_id = one.id),
      (select coalesce(sum(size_bytes), 0) from attachment where project_id = one.id));
  end loop;
  perform set_config('assay.project_id', '', true);
end $$;

create trigger run_counts_stored after insert on run referencing new table as changed
  for each statement execute function count_usage('runs');
create trigger run_counts_deleted after delete on run referencing old table as changed
  for each statement execute function count_usage('runs');
create trigger result_counts_stored after insert on result referencing new table as changed
  for each statement execute function count_usage('values');
create trigger result_counts_deleted after delete on result referencing old table as changed
  for each statement execute function count_usage('values');
create trigger sample_series_counts_stored after insert on sample_series referencing new table as changed
  for each statement execute function count_usage('samples');
create trigger sample_series_counts_deleted after delete on sample_series referencing old table as changed
  for each statement execute function count_usage('samples');
create trigger attachment_counts_stored after insert on attachment referencing new table as changed
  for each statement execute function count_usage('files');
create trigger attachment_counts_deleted after delete on attachment referencing old table as changed
  for each statement execute function count_usage('files');
create trigger project_within_quota after insert on project for each row execute function limit_members('projects');
create trigger membership_within_quota after insert on membership for each row execute function limit_members('members');
create trigger project_member_within_quota after insert on project_member
  for each row execute function limit_members('project_member');
create trigger share_within_quota after insert or update of revoked_at, expires_at on share
  for each row execute function limit_links();
create trigger spec_link_within_quota after insert or update of revoked_at, expires_at on spec_link
  for each row execute function limit_links();

select grant_directory();

commit;
