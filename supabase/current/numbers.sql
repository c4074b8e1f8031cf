-- What the desk shows of page views: in the last 7, 28 and 90 days, today included, and in as many days before. In UTC, as
-- the days are counted, whatever the time zone of the database.
CREATE VIEW page_view_totals WITH (security_invoker) AS
  SELECT path,
    sum(CASE WHEN day > ago_7 THEN views ELSE 0 END)::integer AS views_7,
    sum(CASE WHEN day > ago_14 AND day <= ago_7 THEN views ELSE 0 END)::integer AS before_7,
    sum(CASE WHEN day > ago_28 THEN views ELSE 0 END)::integer AS views_28,
    sum(CASE WHEN day > ago_56 AND day <= ago_28 THEN views ELSE 0 END)::integer AS before_28,
    sum(CASE WHEN day > ago_90 THEN views ELSE 0 END)::integer AS views_90,
    sum(CASE WHEN day <= ago_90 THEN views ELSE 0 END)::integer AS before_90
  FROM page_views CROSS JOIN (
    SELECT to_char(today, 'YYYY-MM-DD') AS ago_0, to_char(today - 7, 'YYYY-MM-DD') AS ago_7,
      to_char(today - 14, 'YYYY-MM-DD') AS ago_14, to_char(today - 28, 'YYYY-MM-DD') AS ago_28,
      to_char(today - 56, 'YYYY-MM-DD') AS ago_56, to_char(today - 90, 'YYYY-MM-DD') AS ago_90,
      to_char(today - 180, 'YYYY-MM-DD') AS ago_180
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock
  ) AS days
  WHERE day > ago_180 AND day <= ago_0 GROUP BY path;
