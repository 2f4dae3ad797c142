CREATE TABLE `site_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`key` blob NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `photos` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `source` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `is_unused` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `photos_unused` ON `photos` (`source`,`bytes`) WHERE "photos"."is_unused" = 1;--> statement-breakpoint
-- Photos that are there already: what they weigh, and whether something shows them.
UPDATE photos SET
  bytes = (SELECT coalesce(sum(length(webp)), 0) FROM photo_renditions WHERE photo_hash = hash),
  is_unused = NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = hash)
          AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = hash);--> statement-breakpoint
CREATE TRIGGER photo_used_by_listing AFTER INSERT ON listing_photos BEGIN
  UPDATE photos SET is_unused = 0 WHERE hash = new.photo_hash AND is_unused = 1;
END;--> statement-breakpoint
CREATE TRIGGER photo_used_by_vehicle AFTER INSERT ON vehicle_photos BEGIN
  UPDATE photos SET is_unused = 0 WHERE hash = new.photo_hash AND is_unused = 1;
END;--> statement-breakpoint
CREATE TRIGGER photo_left_by_listing AFTER DELETE ON listing_photos BEGIN
  UPDATE photos SET is_unused = 1 WHERE hash = old.photo_hash
    AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = old.photo_hash)
    AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = old.photo_hash);
END;--> statement-breakpoint
CREATE TRIGGER photo_left_by_vehicle AFTER DELETE ON vehicle_photos BEGIN
  UPDATE photos SET is_unused = 1 WHERE hash = old.photo_hash
    AND NOT EXISTS (SELECT 1 FROM listing_photos WHERE photo_hash = old.photo_hash)
    AND NOT EXISTS (SELECT 1 FROM vehicle_photos WHERE photo_hash = old.photo_hash);
END;
