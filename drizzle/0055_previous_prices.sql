ALTER TABLE `listing_changes` ADD `priced` integer CONSTRAINT "listing_changes_priced" CHECK("priced" <= "change");--> statement-breakpoint
ALTER TABLE `listing_changes` ADD `previous_price_rupees` integer CONSTRAINT "listing_changes_previous_price" CHECK(("previous_price_rupees" is null) = ("priced" is null));--> statement-breakpoint
DROP TRIGGER listing_changes_insert;
--> statement-breakpoint
CREATE TRIGGER listing_changes_insert AFTER INSERT ON listings WHEN new.is_sample = 0 AND new.hidden_at IS NULL BEGIN
  INSERT INTO listing_changes (kind, change, listing_id, first_shown, last_shown, sold)
  SELECT new.kind, n, new.id, n, n, CASE new.availability WHEN 'sold' THEN n END
  FROM (SELECT coalesce((SELECT change FROM listing_changes WHERE kind = new.kind ORDER BY change DESC LIMIT 1), 0) + 1 AS n) WHERE true
  ON CONFLICT (listing_id) DO UPDATE SET change = excluded.change, last_shown = excluded.change, sold = excluded.sold, removed_at = NULL,
    priced = NULL, previous_price_rupees = NULL;
END;
--> statement-breakpoint
DROP TRIGGER listing_changes_update;
--> statement-breakpoint
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
    sold = CASE new.availability WHEN 'sold' THEN coalesce(sold, excluded.change) END, removed_at = NULL,
    priced = CASE WHEN new.present_price_rupees <> old.present_price_rupees THEN excluded.change ELSE priced END,
    previous_price_rupees = CASE WHEN new.present_price_rupees <> old.present_price_rupees THEN old.present_price_rupees ELSE previous_price_rupees END;
END;
