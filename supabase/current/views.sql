-- The views and triggers that both databases have; db/current includes this file.

-- services/stock/plate-status.ts has the same rule for the status.
CREATE VIEW stock WITH (security_invoker) AS
  SELECT
    plates.*,
    CASE
      WHEN is_available THEN 'for_sale'
      WHEN coalesce(status, 'for_sale') = 'for_sale' THEN 'withdrawn'
      ELSE status
    END AS status,
    reserved_until, reserved_for, deal_id, cost, bought_on, document, document_number, document_expires_on, notes,
    sold_price, sold_on, recorded_sale, document_checked_on, holder, nominee,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact
  FROM plates LEFT JOIN plate_details ON plate_details.id = plates.id;
CREATE VIEW stock_counts WITH (security_invoker) AS
  SELECT status, count(*)::integer AS plates FROM stock GROUP BY status;

CREATE VIEW sales_sellers WITH (security_invoker) AS
  SELECT where_sold, sum(sales)::integer AS sales FROM sales_counts GROUP BY where_sold;
CREATE VIEW sales_categories WITH (security_invoker) AS
  SELECT category, sum(sales)::integer AS sales FROM sales_counts GROUP BY category;
CREATE VIEW sales_types WITH (security_invoker) AS
  SELECT category, type, sum(sales)::integer AS sales FROM sales_counts GROUP BY category, type;
CREATE VIEW sales_selections WITH (security_invoker) AS
  SELECT selection, sum(sales)::integer AS sales FROM sales_counts GROUP BY selection;
CREATE VIEW sales_years WITH (security_invoker) AS
  SELECT sale_year, sum(sales)::integer AS sales FROM sales_counts GROUP BY sale_year;
-- There are too few Jersey sales to keep a table of their counts.
CREATE VIEW jersey_sales_counts WITH (security_invoker) AS
  SELECT where_sold, selection, sale_year, count(*)::integer AS sales
  FROM jersey_sales GROUP BY where_sold, selection, sale_year;
CREATE VIEW jersey_sales_sellers WITH (security_invoker) AS
  SELECT where_sold, count(*)::integer AS sales FROM jersey_sales GROUP BY where_sold;
CREATE VIEW jersey_sales_years WITH (security_invoker) AS
  SELECT sale_year, count(*)::integer AS sales FROM jersey_sales GROUP BY sale_year;

-- By whom an enquiry is, regardless of upper and lower case and of how a number is written: 07700 900123 is +44 7700 900123.
CREATE VIEW enquirers WITH (security_invoker) AS
  SELECT id, created_at, lower(email) AS email, right(translate(phone, ' -().', ''), 10) AS phone FROM enquiries;

CREATE VIEW page_view_days WITH (security_invoker) AS
  SELECT day, sum(views)::integer AS views FROM page_views GROUP BY day;
