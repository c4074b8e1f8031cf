-- What makes registrations alike, for the sales that a price is compared with. `plate_shape` counts letters, figures and
-- letters: 113 is M4 SAM, 310 is SAM 1. `plate_letters` are the longer of the two groups of letters, which people buy:
-- SAM in SAM 1, M4 SAM, SAM 4M and AB12 SAM. `plate_system` goes by the shape alone, so that Northern Ireland's are
-- dateless. All are null for a text of another shape. supabase/migrations has the same columns in the same view.
ALTER TABLE sales ADD COLUMN plate_figures INTEGER AS (
  CASE
    WHEN length(plate_compact) <= 7
      AND length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) BETWEEN 1 AND 4
      AND trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') NOT GLOB '*[^0-9]*'
    THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER)
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_shape TEXT AS (
  CASE
    WHEN plate_figures IS NOT NULL
    THEN (length(plate_compact) - length(ltrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
      || length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
      || (length(plate_compact) - length(rtrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_letters TEXT AS (
  CASE
    WHEN substr(plate_shape, 1, 1) > substr(plate_shape, 3, 1)
    THEN substr(plate_compact, 1, CAST(substr(plate_shape, 1, 1) AS INTEGER))
    WHEN plate_shape IS NOT NULL
    THEN substr(plate_compact, 1 + length(plate_compact) - CAST(substr(plate_shape, 3, 1) AS INTEGER))
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_system TEXT AS (
  CASE
    WHEN plate_shape = '223' THEN 'current'
    WHEN plate_shape IN ('113', '123', '133') THEN 'prefix'
    WHEN plate_shape IN ('311', '321', '331') THEN 'suffix'
    WHEN substr(plate_shape, 1, 1) = '0' AND substr(plate_shape, 3, 1) BETWEEN '1' AND '3' THEN 'dateless'
    WHEN substr(plate_shape, 3, 1) = '0' AND substr(plate_shape, 1, 1) BETWEEN '1' AND '3' THEN 'dateless'
  END
) VIRTUAL;

-- The same letters, from the nearest number; the same number in the same format, latest first. Without a hammer price
-- known as such a sale is nothing to compare with.
CREATE INDEX sales_by_letters
  ON sales (plate_letters, plate_system, plate_figures, sale_year DESC, sale_month DESC)
  WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';
CREATE INDEX sales_by_shape
  ON sales (plate_shape, plate_figures, sale_year DESC, sale_month DESC)
  WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';

CREATE VIEW sales_comparable AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note, plate_letters, plate_system, plate_shape, plate_figures
  FROM sales
  WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';
