-- The kind of a sale as one text, so that the sales of a few kinds are found by it: a blank column equals a blank one, which no
-- index of the columns themselves can say. The view sales_of_kinds and the figures have the expression from here.
CREATE INDEX sales_kind ON sales ((
  quote_nullable(where_sold) || ',' || quote_nullable(category) || ',' || quote_nullable(type) || ',' || quote_nullable(selection)
    || ',' || sale_year
));
