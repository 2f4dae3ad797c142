-- A seller may hide the last digits of the plate. Its office is found all the same where letters stand between the two;
-- of any other plate with hidden digits nothing can be searched, because they might be among its first characters.
DROP TRIGGER bike_documents_insert;
--> statement-breakpoint
CREATE TRIGGER bike_documents_insert AFTER INSERT ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO bike_documents (rowid, name, details, place, story) VALUES (new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || CASE WHEN new.hide_license_digits = 0 OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(new.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
DROP TRIGGER bike_documents_update;
--> statement-breakpoint
CREATE TRIGGER bike_documents_update AFTER UPDATE OF brand, name, model, type, condition, year, engine_capacity, city, state, license, hide_license_digits, description, features, hidden_at ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 BEGIN
  DELETE FROM bike_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO bike_documents (rowid, name, details, place, story) SELECT new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || CASE WHEN new.hide_license_digits = 0 OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(new.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
DELETE FROM bike_documents WHERE rowid IN (SELECT seq FROM listings WHERE kind = 'bike' AND is_sample = 0 AND hidden_at IS NULL AND hide_license_digits = 1);
--> statement-breakpoint
INSERT INTO bike_documents (rowid, name, details, place, story) SELECT l.seq, l.brand || ' ' || l.name || ' ' || coalesce(l.model, ''), l.kind || ' ' || l.type || ' ' || l.condition || ' ' || l.year || ' ' || coalesce(l.engine_capacity, ''), coalesce(l.city, '') || ' ' || coalesce(l.state, '') || ' ' || CASE WHEN l.hide_license_digits = 0 OR replace(replace(l.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(l.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(l.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(l.description, '') || ' ' || coalesce(l.features, '') FROM listings l WHERE l.kind = 'bike' AND l.is_sample = 0 AND l.hidden_at IS NULL AND l.hide_license_digits = 1;
--> statement-breakpoint
DROP TRIGGER scooter_documents_insert;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_insert AFTER INSERT ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO scooter_documents (rowid, name, details, place, story) VALUES (new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || CASE WHEN new.hide_license_digits = 0 OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(new.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(new.description, '') || ' ' || coalesce(new.features, ''));
END;
--> statement-breakpoint
DROP TRIGGER scooter_documents_update;
--> statement-breakpoint
CREATE TRIGGER scooter_documents_update AFTER UPDATE OF brand, name, model, type, condition, year, engine_capacity, city, state, license, hide_license_digits, description, features, hidden_at ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 BEGIN
  DELETE FROM scooter_documents WHERE rowid = old.seq AND old.hidden_at IS NULL;
  INSERT INTO scooter_documents (rowid, name, details, place, story) SELECT new.seq, new.brand || ' ' || new.name || ' ' || coalesce(new.model, ''), new.kind || ' ' || new.type || ' ' || new.condition || ' ' || new.year || ' ' || coalesce(new.engine_capacity, ''), coalesce(new.city, '') || ' ' || coalesce(new.state, '') || ' ' || CASE WHEN new.hide_license_digits = 0 OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(new.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(new.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(new.description, '') || ' ' || coalesce(new.features, '') WHERE new.hidden_at IS NULL;
END;
--> statement-breakpoint
DELETE FROM scooter_documents WHERE rowid IN (SELECT seq FROM listings WHERE kind = 'scooter' AND is_sample = 0 AND hidden_at IS NULL AND hide_license_digits = 1);
--> statement-breakpoint
INSERT INTO scooter_documents (rowid, name, details, place, story) SELECT l.seq, l.brand || ' ' || l.name || ' ' || coalesce(l.model, ''), l.kind || ' ' || l.type || ' ' || l.condition || ' ' || l.year || ' ' || coalesce(l.engine_capacity, ''), coalesce(l.city, '') || ' ' || coalesce(l.state, '') || ' ' || CASE WHEN l.hide_license_digits = 0 OR replace(replace(l.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][0-9][A-Za-z]*[0-9]*' OR replace(replace(l.license, ' ', ''), '-', '') GLOB '[A-Za-z][A-Za-z][0-9][A-Za-z]*[0-9]*' THEN substr(replace(replace(l.license, ' ', ''), '-', ''), 1, 4) ELSE '' END, coalesce(l.description, '') || ' ' || coalesce(l.features, '') FROM listings l WHERE l.kind = 'scooter' AND l.is_sample = 0 AND l.hidden_at IS NULL AND l.hide_license_digits = 1;
