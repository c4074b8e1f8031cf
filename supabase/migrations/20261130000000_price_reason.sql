-- Why we ask more or less than similar plates sold for: one sentence of the dealer, shown beside those sales.
-- db/migrations/0012 has the same column.
ALTER TABLE plates ADD COLUMN price_reason text COLLATE "C"
  CHECK (length(price_reason) BETWEEN 1 AND 300 AND strpos(price_reason, chr(10)) + strpos(price_reason, chr(13)) = 0);
NOTIFY pgrst, 'reload schema';
