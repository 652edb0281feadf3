\set id random(1, 1000000)
select price, note from orders where id = :id;
