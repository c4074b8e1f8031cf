-- What makes registrations alike, for the sales that a price is compared with. `plate_shape` has A for each letter and 9
-- for each figure: A9AAA is M4 SAM. `plate_letters` are those that people buy: SAM in SAM 1, M4 SAM, SAM 4M and AB12 SAM.
-- `plate_system` goes by the shape alone, so that Northern Ireland's are dateless. Each is null for a text of another
-- shape. supabase/migrations has the same columns in the same view.
ALTER TABLE sales ADD COLUMN plate_shape TEXT AS (
  CASE
    WHEN length(plate_compact) <= 7
      AND length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) BETWEEN 1 AND 4
      AND trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') NOT GLOB '*[^0-9]*'
    THEN substr('AAAAAA', 1, length(plate_compact) - length(ltrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
      || substr('9999', 1, length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
      || substr('AAAAAA', 1, length(plate_compact) - length(rtrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_system TEXT AS (
  CASE plate_shape
    WHEN 'AA99AAA' THEN 'current'
    WHEN 'A9AAA' THEN 'prefix' WHEN 'A99AAA' THEN 'prefix' WHEN 'A999AAA' THEN 'prefix'
    WHEN 'AAA9A' THEN 'suffix' WHEN 'AAA99A' THEN 'suffix' WHEN 'AAA999A' THEN 'suffix'
    WHEN 'A9' THEN 'dateless' WHEN 'A99' THEN 'dateless' WHEN 'A999' THEN 'dateless' WHEN 'A9999' THEN 'dateless'
    WHEN 'AA9' THEN 'dateless' WHEN 'AA99' THEN 'dateless' WHEN 'AA999' THEN 'dateless' WHEN 'AA9999' THEN 'dateless'
    WHEN 'AAA9' THEN 'dateless' WHEN 'AAA99' THEN 'dateless' WHEN 'AAA999' THEN 'dateless' WHEN 'AAA9999' THEN 'dateless'
    WHEN '9A' THEN 'dateless' WHEN '99A' THEN 'dateless' WHEN '999A' THEN 'dateless' WHEN '9999A' THEN 'dateless'
    WHEN '9AA' THEN 'dateless' WHEN '99AA' THEN 'dateless' WHEN '999AA' THEN 'dateless' WHEN '9999AA' THEN 'dateless'
    WHEN '9AAA' THEN 'dateless' WHEN '99AAA' THEN 'dateless' WHEN '999AAA' THEN 'dateless' WHEN '9999AAA' THEN 'dateless'
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_letters TEXT AS (
  CASE plate_system
    WHEN 'dateless' THEN trim(plate_compact, '0123456789')
    WHEN 'suffix' THEN substr(plate_compact, 1, 3)
    WHEN 'prefix' THEN substr(plate_compact, -3)
    WHEN 'current' THEN substr(plate_compact, -3)
  END
) VIRTUAL;
ALTER TABLE sales ADD COLUMN plate_figures INTEGER AS (
  CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END
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
