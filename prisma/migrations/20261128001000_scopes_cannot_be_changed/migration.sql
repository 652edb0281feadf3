-- Why:    a statement of a tenant scope that contains an injected expression could choose another project by set_config, the only
--         function that changes a setting. Scopes are set by SET LOCAL, which no expression can execute, so the roles of the
--         application need no set_config (docs/decisions/306-an-injected-statement-stays-in-its-project.md).
-- Locks:  the row of one function in the catalog.
-- Again:  it changes nothing the second time. Without a superuser it changes nothing and says so (docs/security.md).

begin;
set local lock_timeout = '2s';

do $$
declare
  other text;
begin
  if not pg_has_role(current_user, (select proowner from pg_proc where oid = 'pg_catalog.set_config(text, text, boolean)'::regprocedure), 'usage')
  then
    raise notice 'set_config stays allowed for all roles, because only a superuser can change that';
    return;
  end if;
  -- The programs of others who have a login for this database, such as dump tools, go on as before.
  for other in select rolname from pg_roles where rolname !~ '^(assay_app|assay_tenant|assay_directory|pg_)' loop
    execute format('grant execute on function pg_catalog.set_config(text, text, boolean) to %I', other);
  end loop;
  revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
exception
  -- Another database of the server may have dropped a role in the meantime.
  when undefined_object or insufficient_privilege then raise notice 'set_config stays allowed for all roles: %', sqlerrm;
end $$;

commit;
