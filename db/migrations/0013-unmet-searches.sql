-- What visitors searched for and we had nothing: how often a term was searched on a day, in which list, and nothing else
-- about the search or the visitor. Only the service key comes here; rows of more than 13 months are removed. Pages do not
-- show them, so no change here raises data_version. supabase/migrations has the same table.
CREATE TABLE unmet_searches (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- Where it was searched, such as 'stock' or 'uk'.
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 20 AND list NOT GLOB '*[^a-z]*'),
  -- Capital letters and digits alone, so that no sentence, address or number with its punctuation fits.
  term TEXT NOT NULL CHECK (length(term) BETWEEN 2 AND 16 AND term NOT GLOB '*[^0-9A-Z]*'),
  searches INTEGER NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
) STRICT;
