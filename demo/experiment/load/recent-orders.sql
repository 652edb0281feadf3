\set first random(1, 199000)
select customer, amount, note from orders where id between :first and :first + 19 order by amount desc limit 5;
