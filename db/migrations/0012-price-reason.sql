-- Why we ask more or less than similar plates sold for: one sentence of the dealer, shown beside those sales.
-- supabase/migrations/20261130000000 has the same column.
ALTER TABLE plates ADD COLUMN price_reason TEXT
  CHECK (length(price_reason) BETWEEN 1 AND 300 AND instr(price_reason, char(10)) + instr(price_reason, char(13)) = 0);
