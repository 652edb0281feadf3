-- Why:    runs whose configs share a name and differ in their text are not repeats, so each text is a row of its own.
--         The id of a config with a text is made from product, name and the sha256 of the text (plan-upload.ts); rows
--         from before have ids made without it and are replaced, with the runs that refer to them.
-- Locks:  config and run exclusively until the end; rows of runs whose config has a text are updated once.
-- Again:  one transaction; if it fails, nothing of it is there. Mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

drop index config_project_id_product_id_name_key;
create index config_project_id_product_id_name_idx on config (project_id, product_id, name);

-- The rows belong to many projects, and the owner of the tables is held by row security as anybody else.
alter table config no force row level security;
alter table run no force row level security;

create temporary table config_of_text on commit drop as
select project_id, id as old_id,
  (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-'
    || substr('89ab', (get_byte(decode('0' || substr(hex, 17, 1), 'hex'), 0) & 3) + 1, 1) || substr(hex, 18, 3)
    || '-' || substr(hex, 21, 12))::uuid as id
from (
  select project_id, id, encode(sha256(convert_to('["config","' || product_id || '",' || to_json(name)::text || ',"'
    || encode(sha256(convert_to(text, 'UTF8')), 'hex') || '"]', 'UTF8')), 'hex') as hex
  from config where text is not null
) hashed;

insert into config (project_id, id, product_id, name, text, settings)
select c.project_id, t.id, c.product_id, c.name, c.text, c.settings
from config_of_text t join config c on c.project_id = t.project_id and c.id = t.old_id;

update run r set config_id = t.id
from config_of_text t where r.project_id = t.project_id and r.config_id = t.old_id;

delete from config c using config_of_text t where c.project_id = t.project_id and c.id = t.old_id;

alter table config force row level security;
alter table run force row level security;

commit;
