-- Why:    a statement of a tenant scope that contains an injected expression could choose another project by set_config, the only
--         function that changes a setting. Scopes are set by SET LOCAL, which no expression can execute, so the roles of the
--         application need no set_config (docs/decisions/306-an-injected-statement-stays-in-its-project.md).
-- Locks:  the row of one function in the catalog.
-- Again:  it changes nothing the second time. Without a superuser it changes nothing and says so (docs/security.md).

begin;
set local lock_timeout = '2s';

do $$
begin
  if not pg_has_role(current_user, (select proowner from pg_proc where oid = 'pg_catalog.set_config(text, text, boolean)'::regprocedure), 'usage')
  then
    raise notice 'set_config stays allowed for all roles, because only a superuser can change that';
    return;
  end if;
  -- The owner keeps it when it is no superuser any more.
  execute format('grant execute on function pg_catalog.set_config(text, text, boolean) to %I', current_user);
  revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
end $$;

commit;
