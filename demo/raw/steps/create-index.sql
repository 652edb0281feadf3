create index orders_region_customer on orders (region, customer);
create index orders_price on orders (price);
analyze orders;
