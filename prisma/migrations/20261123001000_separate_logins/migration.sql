-- Why:    the application logs in with two roles that are neither superuser nor owner of a table: assay_tenant for statements
--         about one project, assay_directory for accounts, organizations, tokens and links. An injected statement then has
--         the rights of its login and not those of the owner (docs/decisions/158-two-logins.md).
-- Locks:  the tables with a policy of_directory exclusively for an instant, the others only for their grants.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
--         The role belongs to the whole server, so it may be there already.

begin;
set local lock_timeout = '2s';

-- Where the migrating user may not create roles, the application uses one login and says so (docs/security.md).
do $$
begin
  create role assay_directory nologin;
exception
  when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

-- Grants the login of the directory the tables above projects, and the tables below a project that have a policy for it.
create function grant_directory() returns void language plpgsql as $$
declare
  granted text;
  place text := quote_ident(current_schema());
begin
  if not exists (select from pg_roles where rolname = 'assay_directory') then return; end if;
  execute format('grant usage on schema %s to assay_directory', place);
  for granted in
    select c.relname from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> '_prisma_migrations'
      and (exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_directory')
        or not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped))
  loop
    execute format('grant select, insert, update, delete on %s.%I to assay_directory', place, granted);
  end loop;
  if to_regclass('_prisma_migrations') is not null then
    execute format('grant select on %s._prisma_migrations to assay_directory', place);
  end if;
  execute format('grant usage on all sequences in schema %s to assay_directory', place);
  grant execute on function ask_for_job(text, json, text), ask_for_job_at(text, json, text, timestamptz) to assay_directory;
  for granted in
    select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid
    where p.polname = 'of_directory' and c.relnamespace = current_schema()::regnamespace
      and not (select oid from pg_roles where rolname = 'assay_directory') = any (p.polroles)
  loop
    execute format('alter policy of_directory on %s.%I to current_user, assay_directory', place, granted);
  end loop;
end $$;

create or replace function open_to_directory(walled regclass) returns void language plpgsql as $$
begin
  execute format('create policy of_directory on %s to current_user using (true) with check (true)', walled);
  perform grant_directory();
end $$;

select grant_directory();

commit;
