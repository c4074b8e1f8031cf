CREATE FUNCTION delete_article_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.article_versions WHERE article_id = OLD.id;
  DELETE FROM public.article_addresses WHERE article_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles FOR EACH ROW EXECUTE FUNCTION delete_article_parts();

CREATE FUNCTION delete_picture_files() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.picture_files WHERE picture_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures FOR EACH ROW EXECUTE FUNCTION delete_picture_files();
