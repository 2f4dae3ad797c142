-- What the database keeps true by itself: full-text indexes, counters and the content revision.

-- Substring search. One index a kind, so that a common word of the one never slows a search of the other. The columns
-- hold text that the application has folded, hence case_sensitive: folding is decided in one place, for any script.
CREATE VIRTUAL TABLE bike_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE scooter_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE vehicle_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint

CREATE TRIGGER bike_search_insert AFTER INSERT ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 BEGIN
  INSERT INTO bike_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER bike_search_delete AFTER DELETE ON listings WHEN old.kind = 'bike' AND old.is_sample = 0 BEGIN
  DELETE FROM bike_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER bike_search_update AFTER UPDATE OF search_name, search_brand ON listings WHEN new.kind = 'bike' AND new.is_sample = 0 BEGIN
  DELETE FROM bike_search WHERE rowid = old.seq;
  INSERT INTO bike_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER scooter_search_insert AFTER INSERT ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 BEGIN
  INSERT INTO scooter_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER scooter_search_delete AFTER DELETE ON listings WHEN old.kind = 'scooter' AND old.is_sample = 0 BEGIN
  DELETE FROM scooter_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER scooter_search_update AFTER UPDATE OF search_name, search_brand ON listings WHEN new.kind = 'scooter' AND new.is_sample = 0 BEGIN
  DELETE FROM scooter_search WHERE rowid = old.seq;
  INSERT INTO scooter_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO vehicle_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_delete AFTER DELETE ON vehicles BEGIN
  DELETE FROM vehicle_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_search_update AFTER UPDATE OF search_name, search_brand ON vehicles BEGIN
  DELETE FROM vehicle_search WHERE rowid = old.seq;
  INSERT INTO vehicle_search (rowid, search_name, search_brand) VALUES (new.seq, new.search_name, new.search_brand);
END;
--> statement-breakpoint

-- Counters. A listing counts while it is neither a sample nor hidden. A listing never changes its kind.
INSERT INTO listing_counters (kind) VALUES ('bike'), ('scooter');
--> statement-breakpoint
INSERT INTO contact_counters (status) VALUES ('new'), ('in-progress'), ('pending'), ('resolved');
--> statement-breakpoint
CREATE TRIGGER listings_keep_kind BEFORE UPDATE OF kind, is_sample ON listings WHEN new.kind <> old.kind OR new.is_sample <> old.is_sample BEGIN
  SELECT raise(ABORT, 'a listing never changes its kind');
END;
--> statement-breakpoint
CREATE TRIGGER listing_counters_insert AFTER INSERT ON listings WHEN new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  UPDATE listing_counters SET total = total + 1, available = available + (new.availability = 'available'), sold = sold + (new.availability = 'sold'),
    petrol = petrol + (new.type = 'Petrol'), electric = electric + (new.type = 'Electric') WHERE kind = new.kind;
END;
--> statement-breakpoint
CREATE TRIGGER listing_counters_delete AFTER DELETE ON listings WHEN old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  UPDATE listing_counters SET total = total - 1, available = available - (old.availability = 'available'), sold = sold - (old.availability = 'sold'),
    petrol = petrol - (old.type = 'Petrol'), electric = electric - (old.type = 'Electric') WHERE kind = old.kind;
END;
--> statement-breakpoint
CREATE TRIGGER listing_counters_update AFTER UPDATE OF availability, type, hidden_at ON listings WHEN new.is_sample = 0 BEGIN
  UPDATE listing_counters SET
    total = total + (new.hidden_at IS NULL) - (old.hidden_at IS NULL),
    available = available + (new.hidden_at IS NULL AND new.availability = 'available') - (old.hidden_at IS NULL AND old.availability = 'available'),
    sold = sold + (new.hidden_at IS NULL AND new.availability = 'sold') - (old.hidden_at IS NULL AND old.availability = 'sold'),
    petrol = petrol + (new.hidden_at IS NULL AND new.type = 'Petrol') - (old.hidden_at IS NULL AND old.type = 'Petrol'),
    electric = electric + (new.hidden_at IS NULL AND new.type = 'Electric') - (old.hidden_at IS NULL AND old.type = 'Electric')
  WHERE kind = new.kind;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_insert AFTER INSERT ON contact_messages BEGIN
  UPDATE contact_counters SET messages = messages + 1 WHERE status = new.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_delete AFTER DELETE ON contact_messages BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_update AFTER UPDATE OF status ON contact_messages BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
  UPDATE contact_counters SET messages = messages + 1 WHERE status = new.status;
END;
--> statement-breakpoint
CREATE TRIGGER review_helpful_insert AFTER INSERT ON review_helpful_votes BEGIN
  UPDATE reviews SET helpful_count = helpful_count + 1 WHERE id = new.review_id;
END;
--> statement-breakpoint
CREATE TRIGGER review_helpful_delete AFTER DELETE ON review_helpful_votes BEGIN
  UPDATE reviews SET helpful_count = helpful_count - 1 WHERE id = old.review_id;
END;
--> statement-breakpoint

-- The content revision: whatever a public page can show raises it, in the same transaction.
INSERT INTO content_revision (id, revision) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER revision_brands_insert AFTER INSERT ON brands BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_brands_update AFTER UPDATE ON brands BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_brands_delete AFTER DELETE ON brands BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicles_insert AFTER INSERT ON vehicles BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicles_update AFTER UPDATE ON vehicles BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicles_delete AFTER DELETE ON vehicles BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_colourways_insert AFTER INSERT ON vehicle_colourways BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_colourways_update AFTER UPDATE ON vehicle_colourways BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_colourways_delete AFTER DELETE ON vehicle_colourways BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicle_photos_insert AFTER INSERT ON vehicle_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicle_photos_update AFTER UPDATE ON vehicle_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_vehicle_photos_delete AFTER DELETE ON vehicle_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listings_insert AFTER INSERT ON listings BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listings_update AFTER UPDATE ON listings BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listings_delete AFTER DELETE ON listings BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listing_photos_insert AFTER INSERT ON listing_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listing_photos_update AFTER UPDATE ON listing_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_listing_photos_delete AFTER DELETE ON listing_photos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_reviews_insert AFTER INSERT ON reviews BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_reviews_update AFTER UPDATE ON reviews BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_reviews_delete AFTER DELETE ON reviews BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
-- A seller's or reviewer's name stands on public pages.
CREATE TRIGGER revision_users_name AFTER UPDATE OF name ON users BEGIN UPDATE content_revision SET revision = revision + 1; END;
