\set first random(1, 199000)
select count(*) from orders where id between :first and :first + 79 and customer not in (select customer from closed_accounts);
