-- Everything that drizzle-kit does not generate: full-text indexes, triggers, and the rows that triggers count in.

-- Substring search, with one index for each kind of listing, so that a common word in one kind never slows a search of
-- the other. The columns contain text that the application has folded, hence case_sensitive: folding is defined in one
-- place, for every script. The indexes contain visible rows only, so matches are counted without looking up any row.

CREATE VIRTUAL TABLE bike_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE scooter_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE vehicle_search USING fts5(search_name, search_brand, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
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

-- Counters of listings: samples and hidden listings do not count. A listing never changes its kind.

INSERT INTO listing_counters (kind) VALUES ('bike'), ('scooter');
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

-- Counters of contact messages: suspected spam does not count. Its tag is inserted after the message and deleted with
-- it, so a deleted message is subtracted while its tags can still be read.

INSERT INTO contact_counters (status) VALUES ('new'), ('in-progress'), ('pending'), ('resolved');
--> statement-breakpoint
CREATE TRIGGER contact_counters_insert AFTER INSERT ON contact_messages BEGIN
  UPDATE contact_counters SET messages = messages + 1 WHERE status = new.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_delete BEFORE DELETE ON contact_messages
WHEN NOT EXISTS (SELECT 1 FROM contact_tags WHERE message_id = old.id AND tag = 'suspected-spam') BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_update AFTER UPDATE OF status ON contact_messages
WHEN NOT EXISTS (SELECT 1 FROM contact_tags WHERE message_id = new.id AND tag = 'suspected-spam') BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = old.status;
  UPDATE contact_counters SET messages = messages + 1 WHERE status = new.status;
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_suspect AFTER INSERT ON contact_tags WHEN new.tag = 'suspected-spam' BEGIN
  UPDATE contact_counters SET messages = messages - 1 WHERE status = (SELECT status FROM contact_messages WHERE id = new.message_id);
END;
--> statement-breakpoint
CREATE TRIGGER contact_counters_cleared AFTER DELETE ON contact_tags WHEN old.tag = 'suspected-spam' BEGIN
  UPDATE contact_counters SET messages = messages + 1 WHERE status = (SELECT status FROM contact_messages WHERE id = old.message_id);
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

-- Changes of public listings. The next number of a kind is one above its largest, which is never deleted; writers take
-- turns, so the order of the numbers is the order of the transactions. (For max(), SQLite would read all of them.)

CREATE TRIGGER listing_changes_insert AFTER INSERT ON listings WHEN new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown, sold)
  SELECT new.kind, n, new.id, n, n, CASE new.availability WHEN 'sold' THEN n END
  FROM (SELECT coalesce((SELECT change FROM listing_changes WHERE kind = new.kind ORDER BY change DESC LIMIT 1), 0) + 1 AS n) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change, last_shown = excluded.change, sold = excluded.sold, removed_at = NULL;
END;
--> statement-breakpoint

-- Every column that the API shows. That an operator checked a listing is not shown.
CREATE TRIGGER listing_changes_update AFTER UPDATE OF name, brand, model, year, type, condition, days_used, mileage, top_speed_kmph,
  present_price_rupees, past_price_rupees, license, hide_license_digits, engine_capacity, battery_capacity, kilometres_driven, owner_number,
  city, state, description, features, body_style, body_colour, accent_colour, is_promoted, rating, review_count, view_count, availability,
  owner_user_id, hidden_at, created_at, updated_at, version ON listings
WHEN new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown, sold)
  SELECT new.kind, n, new.id, n, n, CASE new.availability WHEN 'sold' THEN n END
  FROM (SELECT coalesce((SELECT change FROM listing_changes WHERE kind = new.kind ORDER BY change DESC LIMIT 1), 0) + 1 AS n) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change,
    last_shown = CASE WHEN removed_at IS NULL THEN last_shown ELSE excluded.change END,
    sold = CASE new.availability WHEN 'sold' THEN coalesce(sold, excluded.change) END, removed_at = NULL;
END;
--> statement-breakpoint
CREATE TRIGGER listing_changes_hide AFTER UPDATE OF hidden_at ON listings
WHEN new.is_sample = 0 AND old.hidden_at IS NULL AND new.hidden_at IS NOT NULL BEGIN
  UPDATE listing_changes SET change = 1 + (SELECT change FROM listing_changes WHERE kind = new.kind ORDER BY change DESC LIMIT 1),
    removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE listing_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listing_changes_delete AFTER DELETE ON listings WHEN old.is_sample = 0 AND old.hidden_at IS NULL BEGIN
  UPDATE listing_changes SET change = 1 + (SELECT change FROM listing_changes WHERE kind = old.kind ORDER BY change DESC LIMIT 1),
    removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE listing_id = old.id;
END;
--> statement-breakpoint

-- A seller's name is shown with all of their listings.
CREATE TRIGGER listing_changes_seller AFTER UPDATE OF name ON users WHEN new.name <> old.name BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown)
  SELECT kind, n, id, n, n FROM (
    SELECT l.kind, l.id, (SELECT change FROM listing_changes WHERE kind = l.kind ORDER BY change DESC LIMIT 1) + row_number() OVER (PARTITION BY l.kind ORDER BY l.seq) AS n
    FROM listings l WHERE l.owner_user_id = new.id AND l.hidden_at IS NULL) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change;
END;
--> statement-breakpoint

-- Content that operators have checked is checked again when its text or photos change, and when it is reported.

CREATE TRIGGER listings_check_again AFTER UPDATE OF name, brand, license, engine_capacity, battery_capacity, city ON listings
WHEN new.checked_at IS NOT NULL AND (new.name <> old.name OR new.brand <> old.brand OR new.license <> old.license
  OR new.engine_capacity IS NOT old.engine_capacity OR new.battery_capacity IS NOT old.battery_capacity OR new.city IS NOT old.city) BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER listings_check_again_photo_insert AFTER INSERT ON listing_photos BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.listing_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER listings_check_again_photo_update AFTER UPDATE OF photo_hash ON listing_photos BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.listing_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_check_again AFTER UPDATE OF name, brand, description, registration, number_plate ON vehicles
WHEN new.checked_at IS NOT NULL AND (new.name <> old.name OR new.brand <> old.brand OR new.description IS NOT old.description
  OR new.registration IS NOT old.registration OR new.number_plate IS NOT old.number_plate) BEGIN
  UPDATE vehicles SET checked_at = NULL WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_check_again_photo_insert AFTER INSERT ON vehicle_photos BEGIN
  UPDATE vehicles SET checked_at = NULL WHERE id = new.vehicle_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_check_again_photo_update AFTER UPDATE OF photo_hash ON vehicle_photos BEGIN
  UPDATE vehicles SET checked_at = NULL WHERE id = new.vehicle_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_check_again AFTER UPDATE OF rating, title, comment ON reviews
WHEN new.checked_at IS NOT NULL AND (new.rating <> old.rating OR new.title IS NOT old.title OR new.comment <> old.comment) BEGIN
  UPDATE reviews SET checked_at = NULL WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_check_listing AFTER INSERT ON reports WHEN new.about_kind = 'listing' AND new.is_suspect = 0 BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER reports_check_vehicle AFTER INSERT ON reports WHEN new.about_kind = 'vehicle' AND new.is_suspect = 0 BEGIN
  UPDATE vehicles SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER reports_check_review AFTER INSERT ON reports WHEN new.about_kind = 'review' AND new.is_suspect = 0 BEGIN
  UPDATE reviews SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
--> statement-breakpoint

-- A report is deleted with its subject.

CREATE TRIGGER reports_deleted_with_listing AFTER DELETE ON listings BEGIN
  DELETE FROM reports WHERE about_kind = 'listing' AND about_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_deleted_with_vehicle AFTER DELETE ON vehicles BEGIN
  DELETE FROM reports WHERE about_kind = 'vehicle' AND about_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_deleted_with_review AFTER DELETE ON reviews BEGIN
  DELETE FROM reports WHERE about_kind = 'review' AND about_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reports_deleted_with_conversation AFTER DELETE ON conversations BEGIN
  DELETE FROM reports WHERE about_kind = 'conversation' AND about_id = old.id;
END;
--> statement-breakpoint

-- Audit events are never updated, deleted or replaced.

CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint
CREATE TRIGGER audit_events_no_replace BEFORE INSERT ON audit_events WHEN EXISTS (SELECT 1 FROM audit_events WHERE id = new.id) BEGIN
  SELECT raise(ABORT, 'audit events never change');
END;
--> statement-breakpoint

-- Whether a listing or a vehicle uses a photo. Drafts do not count as a use.

CREATE TRIGGER photo_used_by_listing AFTER INSERT ON listing_photos BEGIN
  UPDATE photos SET is_unused = 0 WHERE hash = new.photo_hash AND is_unused = 1;
END;
--> statement-breakpoint
CREATE TRIGGER photo_used_by_vehicle AFTER INSERT ON vehicle_photos BEGIN
  UPDATE photos SET is_unused = 0 WHERE hash = new.photo_hash AND is_unused = 1;
END;
--> statement-breakpoint
CREATE TRIGGER photo_unused_by_listing AFTER DELETE ON listing_photos BEGIN
  UPDATE photos SET is_unused = 1 WHERE hash = old.photo_hash
    AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = old.photo_hash)
    AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = old.photo_hash);
END;
--> statement-breakpoint
CREATE TRIGGER photo_unused_by_vehicle AFTER DELETE ON vehicle_photos BEGIN
  UPDATE photos SET is_unused = 1 WHERE hash = old.photo_hash
    AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = old.photo_hash)
    AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = old.photo_hash);
END;
--> statement-breakpoint

-- The content revision is raised by every write that a public page could show, in the same transaction.

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

-- The name of a seller or reviewer is shown on public pages.
CREATE TRIGGER revision_users_name AFTER UPDATE OF name ON users BEGIN UPDATE content_revision SET revision = revision + 1; END;
