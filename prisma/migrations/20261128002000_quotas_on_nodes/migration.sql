-- Why:    quotas are enforced on a database that is distributed over several nodes, too. The use of a project is read from its
--         own node; near the limit of an organization, uploads on different nodes wait for a row that all nodes lock, because
--         an advisory lock is of one node (docs/decisions/310-quotas-and-backups-on-several-nodes.md).
-- Locks:  four functions are replaced.
-- Again:  it changes nothing the second time.

begin;
set local lock_timeout = '2s';

create or replace function quota_usage(of_organization uuid, of_project uuid, asked text) returns bigint language plpgsql as $$
declare
  used bigint;
begin
  if asked in ('runs', 'bytes') and of_project is not null then
    select coalesce(sum(case when asked = 'runs' then runs else value_bytes + sample_bytes + file_bytes end), 0) into used
    from usage_counter where counted_project = of_project;
  elsif asked in ('runs', 'bytes') then
    select coalesce(sum(case when asked = 'runs' then runs else value_bytes + sample_bytes + file_bytes end), 0) into used
    from usage_counter where organization_id = of_organization;
  elsif asked = 'projects' then
    select count(*) into used from project where organization_id = of_organization;
  elsif asked = 'members' and of_project is null then
    select count(*) into used from membership where organization_id = of_organization;
  elsif asked = 'members' then
    select count(*) into used from project_member where project_id = of_project;
  elsif of_project is not null then
    select (select count(*) from share where project_id = of_project and revoked_at is null
        and (expires_at is null or expires_at > now()))
      + (select count(*) from spec_link where project_id = of_project and revoked_at is null
        and (expires_at is null or expires_at > now())) into used;
  else
    select count(*) into used
    from project p join (
      select project_id from share where revoked_at is null and (expires_at is null or expires_at > now())
      union all
      select project_id from spec_link where revoked_at is null and (expires_at is null or expires_at > now())
    ) link on link.project_id = p.id
    where p.organization_id = of_organization;
  end if;
  return used;
end $$;

create or replace function use_quota(of_organization uuid, of_project uuid, asked text, more bigint) returns void language plpgsql as $$
declare
  reserve bigint := case asked when 'runs' then 1000 when 'bytes' then 4000000000 end;
  lock_key bigint := hashtextextended('quota ' || of_organization || ' ' || asked, 0);
  limited record;
  used bigint;
  is_near boolean := reserve is null;
begin
  if not exists (select from quota where kind = asked and subject_id in (of_organization, of_project)) then return; end if;
  if not is_near then
    for limited in select subject_id, max from quota where kind = asked and subject_id in (of_organization, of_project) loop
      used := quota_usage(of_organization, nullif(limited.subject_id, of_organization), asked);
      is_near := is_near or limited.max - reserve < more + used;
    end loop;
  end if;
  if is_near then
    perform pg_advisory_xact_lock(lock_key);
    -- Projects and members are written through one node, so an advisory lock is enough for them.
    if asked in ('runs', 'bytes', 'links') then
      perform from quota where kind = asked and subject_id = of_organization for update;
    end if;
  else
    perform pg_advisory_xact_lock_shared(lock_key);
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

-- A simple "case ... when" of a parameter is sent wrongly to another node.
create or replace function add_usage(of_project uuid, counted text, amount bigint) returns void language plpgsql as $$
declare
  owner_id uuid;
  -- Each database process adds to a row of its own.
  own_slot int := pg_backend_pid() % 64;
begin
  select organization_id into owner_id from project where id = of_project;
  if owner_id is null or amount = 0 then return; end if;
  if amount > 0 then
    perform use_quota(owner_id, of_project, case when counted = 'runs' then 'runs' else 'bytes' end, amount);
  end if;
  insert into usage_counter (organization_id, counted_project, slot, runs, value_bytes, sample_bytes, file_bytes)
  values (owner_id, of_project, own_slot, case when counted = 'runs' then amount else 0 end,
    case when counted = 'values' then amount else 0 end, case when counted = 'samples' then amount else 0 end,
    case when counted = 'files' then amount else 0 end)
  on conflict (counted_project, slot) do update
    set runs = usage_counter.runs + excluded.runs, value_bytes = usage_counter.value_bytes + excluded.value_bytes,
      sample_bytes = usage_counter.sample_bytes + excluded.sample_bytes, file_bytes = usage_counter.file_bytes + excluded.file_bytes;
end $$;

-- Every node has a copy of these tables. The node that received the statement counts, and sends the rows to the others.
create or replace function limit_members() returns trigger language plpgsql security definer as $$
begin
  if current_setting('application_name') like 'citus_internal%' then return null; end if;
  if tg_argv[0] = 'project_member' then
    perform use_quota(p.organization_id, new.project_id, 'members', 0) from project p where p.id = new.project_id;
  else
    perform use_quota(new.organization_id, null, tg_argv[0], 0);
  end if;
  return null;
end $$;

-- The function has the rights of the owner and finds its tables in this schema and nowhere else.
do $$
begin
  execute format('alter function limit_members() set search_path = %I, pg_temp', current_schema());
end $$;

commit;
