\set customer random(0, 19999)
select max(id) from orders where customer = :customer;
