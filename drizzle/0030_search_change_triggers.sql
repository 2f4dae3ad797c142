-- The offers are searched in memory. The full-text indexes keep what the sellers write in their own words only: names,
-- places and facts are columns in memory. Combining marks are letters here, as Indian scripts need.
DROP TRIGGER bike_documents_insert;
--> statement-breakpoint
DROP TRIGGER bike_documents_delete;
--> statement-breakpoint
DROP TRIGGER bike_documents_update;
--> statement-breakpoint
DROP TABLE bike_documents;
--> statement-breakpoint
CREATE VIRTUAL TABLE bike_documents USING fts5(story, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE TRIGGER bike_documents_insert AFTER INSERT ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO bike_documents (rowid, story) VALUES (new.seq, coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
CREATE TRIGGER bike_documents_delete AFTER DELETE ON listings WHEN old.kind = 'bike' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM bike_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER bike_documents_update AFTER UPDATE OF description, features, hidden_at ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 BEGIN
  DELETE FROM bike_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO bike_documents (rowid, story) SELECT new.seq, coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO bike_documents (rowid, story) SELECT t.seq, coalesce(t.description, '') || ' ' || coalesce(t.features, '') FROM listings t WHERE t.kind = 'bike' AND t.is_sample = 0 AND t.hidden_at IS NULL;
--> statement-breakpoint
DROP TRIGGER scooter_documents_insert;
--> statement-breakpoint
DROP TRIGGER scooter_documents_delete;
--> statement-breakpoint
DROP TRIGGER scooter_documents_update;
--> statement-breakpoint
DROP TABLE scooter_documents;
--> statement-breakpoint
CREATE VIRTUAL TABLE scooter_documents USING fts5(story, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE TRIGGER scooter_documents_insert AFTER INSERT ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO scooter_documents (rowid, story) VALUES (new.seq, coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_delete AFTER DELETE ON listings WHEN old.kind = 'scooter' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM scooter_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_update AFTER UPDATE OF description, features, hidden_at ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 BEGIN
  DELETE FROM scooter_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO scooter_documents (rowid, story) SELECT new.seq, coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO scooter_documents (rowid, story) SELECT t.seq, coalesce(t.description, '') || ' ' || coalesce(t.features, '') FROM listings t WHERE t.kind = 'scooter' AND t.is_sample = 0 AND t.hidden_at IS NULL;
--> statement-breakpoint
DROP TRIGGER vehicle_documents_insert;
--> statement-breakpoint
DROP TRIGGER vehicle_documents_delete;
--> statement-breakpoint
DROP TRIGGER vehicle_documents_update;
--> statement-breakpoint
DROP TABLE vehicle_documents;
--> statement-breakpoint
CREATE VIRTUAL TABLE vehicle_documents USING fts5(story, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_insert AFTER INSERT ON vehicles WHEN new.hidden_at IS NULL BEGIN
  INSERT INTO vehicle_documents (rowid, story) VALUES (new.seq, coalesce(new.description, '') || ' ' || coalesce(new.tags, ''));
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_delete AFTER DELETE ON vehicles WHEN old.hidden_at IS NULL BEGIN
  DELETE FROM vehicle_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_update AFTER UPDATE OF description, tags, hidden_at ON vehicles BEGIN
  DELETE FROM vehicle_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO vehicle_documents (rowid, story) SELECT new.seq, coalesce(new.description, '') || ' ' || coalesce(new.tags, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO vehicle_documents (rowid, story) SELECT t.seq, coalesce(t.description, '') || ' ' || coalesce(t.tags, '') FROM vehicles t WHERE t.hidden_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER search_listings_insert AFTER INSERT ON listings BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('listing', new.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_listings_update AFTER UPDATE OF kind, name, brand, model, year, type, condition, mileage, present_price_rupees, license, hide_license_digits, engine_capacity, kilometres_driven, owner_number, city, state, place, description, features, body_style, is_sample, availability, is_behind, has_photo, hidden_at, created_at ON listings BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('listing', new.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_listings_delete AFTER DELETE ON listings BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('listing', old.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_vehicles_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('vehicle', new.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_vehicles_update AFTER UPDATE OF name, brand, variant, type, stock, category, body_style, fuel, price_rupees, rating, engine_cc, power_ps, transmission, mileage_kmpl, range_km, kerb_weight_kg, seat_height_mm, description, tags, condition, kilometres_driven, model_year, owners, registration, number_plate, city, state, place, hidden_at, created_at ON vehicles BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('vehicle', new.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_vehicles_delete AFTER DELETE ON vehicles BEGIN
  INSERT INTO search_changes (item, seq) VALUES ('vehicle', old.seq);
  DELETE FROM search_changes WHERE change <= (SELECT max(change) FROM search_changes) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER search_vehicle_photos_insert AFTER INSERT ON vehicle_photos BEGIN
  INSERT INTO search_changes (item, seq) SELECT 'vehicle', seq FROM vehicles WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_vehicle_photos_delete AFTER DELETE ON vehicle_photos BEGIN
  INSERT INTO search_changes (item, seq) SELECT 'vehicle', seq FROM vehicles WHERE id = old.vehicle_id;
END;
