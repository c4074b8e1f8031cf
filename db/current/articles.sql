CREATE TRIGGER articles_insert_version AFTER INSERT ON articles BEGIN UPDATE data_version SET version = version + 1; END;
-- An edit of a draft changes no public page.
CREATE TRIGGER articles_update_version AFTER UPDATE OF section, slug, status, published_version, published_at
ON articles BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_version AFTER DELETE ON articles BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles BEGIN
  DELETE FROM article_versions WHERE article_id = OLD.id;
  DELETE FROM article_addresses WHERE article_id = OLD.id;
END;
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures BEGIN
  DELETE FROM picture_files WHERE picture_id = OLD.id;
END;
