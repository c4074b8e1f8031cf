-- One for each order of the stock that PostgreSQL is asked for; SQLite has another one (db/migrations).
CREATE INDEX plates_by_price ON plates (price DESC NULLS LAST, id);
CREATE INDEX plates_cheapest ON plates (price, id) WHERE is_available;
CREATE INDEX plates_changed ON plates (updated_at DESC NULLS LAST, id);
CREATE INDEX plates_demonstration ON plates (id) WHERE is_demonstration;
