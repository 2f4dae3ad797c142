-- One document for each visible offer: brand, name and model; variant, kind, fuel, condition, year and engine; city,
-- state and the office on the number plate; the seller's words. One index for each kind of listing, so that a common
-- word of the one never slows a search of the other. Combining marks are letters here, as Indian scripts need.
CREATE VIRTUAL TABLE bike_documents USING fts5(name, details, place, story, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE scooter_documents USING fts5(name, details, place, story, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE VIRTUAL TABLE vehicle_documents USING fts5(name, details, place, story, content='', contentless_delete=1, prefix='2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
--> statement-breakpoint
CREATE TRIGGER bike_documents_insert AFTER INSERT ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO bike_documents (rowid, name, details, place, story) VALUES (new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(new.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
CREATE TRIGGER bike_documents_delete AFTER DELETE ON listings WHEN old.kind = 'bike' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM bike_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER bike_documents_update AFTER UPDATE OF brand, name, model, type, condition, year, engine_capacity, city, state, license, description, features, hidden_at ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 BEGIN
  DELETE FROM bike_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO bike_documents (rowid, name, details, place, story) SELECT new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(new.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO bike_documents (rowid, name, details, place, story) SELECT l.seq, l.brand || ' ' || l.name || ' ' || coalesce(l.model, ''), l.kind || ' ' || l.type || ' ' || l.condition || ' ' || l.year || ' ' || coalesce(l.engine_capacity, ''), coalesce(l.city, '') || ' ' || coalesce(l.state, '') || ' ' || substr(replace(replace(coalesce(l.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(l.description, '') || ' ' || coalesce(l.features, '') FROM listings l WHERE l.kind = 'bike' AND l.is_sample = 0 AND l.hidden_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_insert AFTER INSERT ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO scooter_documents (rowid, name, details, place, story) VALUES (new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(new.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_delete AFTER DELETE ON listings WHEN old.kind = 'scooter' AND old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  DELETE FROM scooter_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_update AFTER UPDATE OF brand, name, model, type, condition, year, engine_capacity, city, state, license, description, features, hidden_at ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 BEGIN
  DELETE FROM scooter_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO scooter_documents (rowid, name, details, place, story) SELECT new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(new.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO scooter_documents (rowid, name, details, place, story) SELECT l.seq, l.brand || ' ' || l.name || ' ' || coalesce(l.model, ''), l.kind || ' ' || l.type || ' ' || l.condition || ' ' || l.year || ' ' || coalesce(l.engine_capacity, ''), coalesce(l.city, '') || ' ' || coalesce(l.state, '') || ' ' || substr(replace(replace(coalesce(l.license, ''), ' ', ''), '-', ''), 1, 4), coalesce(l.description, '') || ' ' || coalesce(l.features, '') FROM listings l WHERE l.kind = 'scooter' AND l.is_sample = 0 AND l.hidden_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_insert AFTER INSERT ON vehicles WHEN new.hidden_at IS NULL BEGIN
  INSERT INTO vehicle_documents (rowid, name, details, place, story) VALUES (new.seq, new.brand || ' ' || new.name, coalesce(new.variant, '') || ' ' || new.type || ' ' || new.fuel || ' ' || new.condition || ' ' || coalesce(new.model_year, '') || ' ' || coalesce(new.engine_cc, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(coalesce(new.number_plate, new.registration), ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.tags, ''));
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_delete AFTER DELETE ON vehicles WHEN old.hidden_at IS NULL BEGIN
  DELETE FROM vehicle_documents WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_documents_update AFTER UPDATE OF brand, name, variant, type, fuel, condition, model_year, engine_cc, city, state, number_plate, registration, description, tags, hidden_at ON vehicles BEGIN
  DELETE FROM vehicle_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO vehicle_documents (rowid, name, details, place, story) SELECT new.seq, new.brand || ' ' || new.name, coalesce(new.variant, '') || ' ' || new.type || ' ' || new.fuel || ' ' || new.condition || ' ' || coalesce(new.model_year, '') || ' ' || coalesce(new.engine_cc, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || substr(replace(replace(coalesce(coalesce(new.number_plate, new.registration), ''), ' ', ''), '-', ''), 1, 4), coalesce(new.description, '') || ' ' || coalesce(new.tags, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
INSERT INTO vehicle_documents (rowid, name, details, place, story) SELECT v.seq, v.brand || ' ' || v.name, coalesce(v.variant, '') || ' ' || v.type || ' ' || v.fuel || ' ' || v.condition || ' ' || coalesce(v.model_year, '') || ' ' || coalesce(v.engine_cc, ''), coalesce(v.city, '') || ' ' || coalesce(v.state, '') || ' ' || substr(replace(replace(coalesce(coalesce(v.number_plate, v.registration), ''), ' ', ''), '-', ''), 1, 4), coalesce(v.description, '') || ' ' || coalesce(v.tags, '') FROM vehicles v WHERE v.hidden_at IS NULL;
