CREATE TRIGGER articles_insert_version AFTER INSERT ON articles BEGIN UPDATE data_version SET version = version + 1; END;
-- An edit of a draft changes no public page.
CREATE TRIGGER articles_update_version AFTER UPDATE OF section, slug, status, published_version, published_at
ON articles BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_version AFTER DELETE ON articles BEGIN UPDATE data_version SET version = version + 1; END;
