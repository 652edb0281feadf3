-- Why:    row security is the net behind the application's own filters: a statement in the scope of a project sees and
--         writes that project's rows and no others, whatever it says (docs/decisions/063-row-security.md).
-- Locks:  each table exclusively, for an instant; no row is read or written.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
--         The role belongs to the whole server, so it may be there already.

begin;
set local lock_timeout = '2s';

-- The role that statements in a scope take on. It owns nothing and may not bypass row security. Where the migrating
-- user may not make roles, an administrator makes it (docs/security.md); without it the tables' owner is held by FORCE.
do $$
begin
  create role assay_app nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'the role assay_app could not be made; docs/security.md says how to';
end $$;

do $$
begin
  grant assay_app to current_user;
exception
  when undefined_object or insufficient_privilege then null;
end $$;

do $$
begin
  execute 'grant usage on schema ' || quote_ident(current_schema()) || ' to assay_app';
exception
  when undefined_object or insufficient_privilege then null;
end $$;

-- Every table with a project_id is walled by this: later migrations call it for theirs. After a transaction the setting
-- is an empty text rather than null, hence nullif; unset, no row is there.
create function raise_wall(walled regclass, allowed text default 'select, insert, update, delete')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy of_project on %s
       using (project_id = nullif(current_setting(''assay.project_id'', true), '''')::uuid)
       with check (project_id = nullif(current_setting(''assay.project_id'', true), '''')::uuid)', walled);
  if allowed <> '' and exists (select from pg_roles where rolname = 'assay_app') then
    execute format('grant %s on %s to assay_app', allowed, walled);
  end if;
end $$;

-- For tables that are read before anybody knows the project (a token by its hash, a person's roles): whoever migrates,
-- and so the application outside of any scope, sees all of their rows.
create function open_to_directory(walled regclass) returns void language plpgsql as $$
begin
  execute format('create policy of_directory on %s to current_user using (true) with check (true)', walled);
end $$;

-- Nobody in a scope reads secrets or roles, and nobody changes what was written down.
do $$
declare
  walled regclass;
begin
  for walled in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'project_id' and not a.attisdropped and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  loop
    perform raise_wall(walled, case walled::text
      when 'api_token' then '' when 'project_member' then '' when 'audit_event' then 'select, insert'
      else 'select, insert, update, delete' end);
  end loop;
end $$;

select open_to_directory('api_token');
select open_to_directory('project_member');
select open_to_directory('audit_event');

commit;
