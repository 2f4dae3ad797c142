-- The full-text indexes hold what is visible and nothing else: to count what a search finds, no match has to be looked up.
DROP TRIGGER bike_search_insert;
--> statement-breakpoint
DROP TRIGGER bike_search_delete;
--> statement-breakpoint
DROP TRIGGER bike_search_update;
--> statement-breakpoint
CREATE TRIGGER bike_search_insert AFTER INSERT ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO bike_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER bike_search_delete AFTER DELETE ON listings WHEN old.kind = 'bike' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM bike_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER bike_search_update AFTER UPDATE OF search_name, search_brand, hidden_at ON listings
WHEN new.kind = 'bike' AND new.is_sample = 0 AND (new.search_name <> old.search_name OR new.search_brand <> old.search_brand OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)) BEGIN
  DELETE FROM bike_search WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO bike_search (rowid, search_name, search_brand) SELECT new.seq, new.search_name, new.search_brand WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
DELETE FROM bike_search WHERE rowid IN (SELECT seq FROM listings WHERE kind = 'bike' AND is_sample = 0 AND hidden_at IS NOT NULL);
--> statement-breakpoint
DROP TRIGGER scooter_search_insert;
--> statement-breakpoint
DROP TRIGGER scooter_search_delete;
--> statement-breakpoint
DROP TRIGGER scooter_search_update;
--> statement-breakpoint
CREATE TRIGGER scooter_search_insert AFTER INSERT ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO scooter_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER scooter_search_delete AFTER DELETE ON listings WHEN old.kind = 'scooter' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM scooter_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER scooter_search_update AFTER UPDATE OF search_name, search_brand, hidden_at ON listings
WHEN new.kind = 'scooter' AND new.is_sample = 0 AND (new.search_name <> old.search_name OR new.search_brand <> old.search_brand OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)) BEGIN
  DELETE FROM scooter_search WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO scooter_search (rowid, search_name, search_brand) SELECT new.seq, new.search_name, new.search_brand WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
DELETE FROM scooter_search WHERE rowid IN (SELECT seq FROM listings WHERE kind = 'scooter' AND is_sample = 0 AND hidden_at IS NOT NULL);
--> statement-breakpoint
DROP TRIGGER vehicle_search_insert;
--> statement-breakpoint
DROP TRIGGER vehicle_search_delete;
--> statement-breakpoint
DROP TRIGGER vehicle_search_update;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_insert AFTER INSERT ON vehicles WHEN new.hidden_at IS NULL BEGIN
  INSERT INTO vehicle_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_delete AFTER DELETE ON vehicles WHEN old.hidden_at IS NULL BEGIN
  DELETE FROM vehicle_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_update AFTER UPDATE OF search_name, search_brand, hidden_at ON vehicles
WHEN (new.search_name <> old.search_name OR new.search_brand <> old.search_brand OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)) BEGIN
  DELETE FROM vehicle_search WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO vehicle_search (rowid, search_name, search_brand) SELECT new.seq, new.search_name, new.search_brand WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
DELETE FROM vehicle_search WHERE rowid IN (SELECT seq FROM vehicles WHERE hidden_at IS NOT NULL);
