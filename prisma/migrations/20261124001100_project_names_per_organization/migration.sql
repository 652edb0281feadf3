-- Why:    names of projects are unique within their organization, so that a refused name tells nothing about other
--         organizations. Projects that exist keep the address /p/NAME (docs/decisions/261-project-addresses.md).
-- Locks:  project, exclusively, for some milliseconds: it has one row for each project.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- True for the one project that /p/NAME redirects to.
alter table project add column has_short_address boolean not null default false;
update project set has_short_address = true;

create unique index project_organization_id_slug_key on project (organization_id, slug);
create unique index project_short_address_key on project (slug) where has_short_address;
create index project_slug_idx on project (slug);
drop index project_slug_key;

commit;
