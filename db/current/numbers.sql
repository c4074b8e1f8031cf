-- What the desk shows of page views: in the last 7, 28 and 90 days, today included, and in as many days before.
CREATE VIEW page_view_totals AS
  SELECT path,
    sum(CASE WHEN day > date('now', '-7 days') THEN views ELSE 0 END) AS views_7,
    sum(CASE WHEN day > date('now', '-14 days') AND day <= date('now', '-7 days') THEN views ELSE 0 END) AS before_7,
    sum(CASE WHEN day > date('now', '-28 days') THEN views ELSE 0 END) AS views_28,
    sum(CASE WHEN day > date('now', '-56 days') AND day <= date('now', '-28 days') THEN views ELSE 0 END) AS before_28,
    sum(CASE WHEN day > date('now', '-90 days') THEN views ELSE 0 END) AS views_90,
    sum(CASE WHEN day <= date('now', '-90 days') THEN views ELSE 0 END) AS before_90
  FROM page_views WHERE day > date('now', '-180 days') AND day <= date('now') GROUP BY path;
