-- A sale without a seller and one whose seller is the empty text are two, as in PostgreSQL: what stands for
-- null in these keys is now a value that no row can hold.
DROP INDEX sales_natural_key;
CREATE UNIQUE INDEX sales_natural_key ON sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''),
  coalesce(hammer_price, -1), coalesce(total_price, -1)
);
DROP INDEX jersey_sales_natural_key;
CREATE UNIQUE INDEX jersey_sales_natural_key ON jersey_sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''), coalesce(total_price, -1)
);
