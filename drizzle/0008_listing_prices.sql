CREATE TABLE `listing_prices` (
	`listing_id` text NOT NULL,
	`changed_at` text NOT NULL,
	`former_price_rupees` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `changed_at`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "listing_prices_changed" CHECK("listing_prices"."changed_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "listing_prices_former" CHECK("listing_prices"."former_price_rupees" >= 0)
) STRICT;
--> statement-breakpoint

-- Cached pages show it together with the price: the update of the listing raises the content revision.
CREATE TRIGGER listing_prices_update AFTER UPDATE OF present_price_rupees ON listings
WHEN new.present_price_rupees <> old.present_price_rupees AND new.is_sample = 0 BEGIN
  INSERT INTO listing_prices (listing_id, changed_at, former_price_rupees) VALUES (new.id, new.updated_at, old.present_price_rupees)
  ON CONFLICT (listing_id, changed_at) DO NOTHING;
END;
--> statement-breakpoint

-- Sellers describe their vehicles since this version: operators check a new description like a new name.
DROP TRIGGER listings_check_again;
--> statement-breakpoint
CREATE TRIGGER listings_check_again AFTER UPDATE OF name, brand, license, engine_capacity, battery_capacity, city, description ON listings
WHEN new.checked_at IS NOT NULL AND (new.name <> old.name OR new.brand <> old.brand OR new.license <> old.license
  OR new.engine_capacity IS NOT old.engine_capacity OR new.battery_capacity IS NOT old.battery_capacity OR new.city IS NOT old.city
  OR new.description IS NOT old.description) BEGIN
  UPDATE listings SET checked_at = NULL WHERE id = new.id;
END;
