CREATE TABLE `listing_changes` (
	`kind` text NOT NULL,
	`change` integer NOT NULL,
	`listing_id` text NOT NULL,
	`first_shown` integer NOT NULL,
	`last_shown` integer NOT NULL,
	`sold` integer,
	`removed_at` text,
	PRIMARY KEY(`kind`, `change`),
	CONSTRAINT "listing_changes_kind" CHECK("listing_changes"."kind" in ('bike', 'scooter')),
	CONSTRAINT "listing_changes_order" CHECK("listing_changes"."first_shown" <= "listing_changes"."last_shown" and "listing_changes"."last_shown" <= "listing_changes"."change"),
	CONSTRAINT "listing_changes_removed_at" CHECK("listing_changes"."removed_at" glob '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_changes_listing` ON `listing_changes` (`listing_id`);--> statement-breakpoint
CREATE INDEX `listing_changes_removed` ON `listing_changes` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint

-- What is on sale now came in this order.
INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown, sold)
SELECT kind, n, id, n, n, CASE availability WHEN 'sold' THEN n END
FROM (SELECT kind, id, availability, row_number() OVER (PARTITION BY kind ORDER BY seq) AS n
  FROM listings WHERE is_sample = 0 AND hidden_at IS NULL);
--> statement-breakpoint

-- The next number of a kind is one above its largest, which is never taken away; writers take turns, so the order of the
-- numbers is the order of the transactions. (Asked by max(), SQLite would read all of them.)
CREATE TRIGGER listing_changes_insert AFTER INSERT ON listings WHEN new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown, sold)
  SELECT new.kind, n, new.id, n, n, CASE new.availability WHEN 'sold' THEN n END
  FROM (SELECT coalesce((SELECT change FROM listing_changes WHERE kind = new.kind ORDER BY change DESC LIMIT 1), 0) + 1 AS n) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change, last_shown = excluded.change, sold = excluded.sold, removed_at = NULL;
END;
--> statement-breakpoint
-- Every column that is told of a listing. That an operator looked at it is nobody else's affair.
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
-- A seller's name stands on all their listings.
CREATE TRIGGER listing_changes_seller AFTER UPDATE OF name ON users WHEN new.name <> old.name BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown)
  SELECT kind, n, id, n, n FROM (
    SELECT l.kind, l.id, (SELECT change FROM listing_changes WHERE kind = l.kind ORDER BY change DESC LIMIT 1) + row_number() OVER (PARTITION BY l.kind ORDER BY l.seq) AS n
    FROM listings l WHERE l.owner_user_id = new.id AND l.hidden_at IS NULL) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change;
END;
