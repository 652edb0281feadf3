\set first random(1, 499000)
select count(*) from orders where id between :first and :first + 119 and customer not in (select customer from closed_accounts);
