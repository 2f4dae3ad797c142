CREATE TABLE `operator_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`deed` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	CONSTRAINT "operator_log_subject_known" CHECK("operator_log"."subject" in ('message', 'service', 'feedback', 'listing', 'review')),
	CONSTRAINT "operator_log_deed" CHECK(length(trim("operator_log"."deed")) > 0),
	CONSTRAINT "operator_log_created" CHECK("operator_log"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `operator_log_subject` ON `operator_log` (`subject`,`subject_id`,`id`);--> statement-breakpoint
ALTER TABLE `listings` ADD `checked_at` text;--> statement-breakpoint
CREATE INDEX `listings_unchecked` ON `listings` (`updated_at`) WHERE is_sample = 0 and checked_at is null;--> statement-breakpoint
CREATE INDEX `listings_hidden` ON `listings` (`hidden_at`) WHERE is_sample = 0 and hidden_at is not null;--> statement-breakpoint
ALTER TABLE `reviews` ADD `checked_at` text;--> statement-breakpoint
CREATE INDEX `reviews_unchecked` ON `reviews` (`updated_at`) WHERE checked_at is null;--> statement-breakpoint
CREATE INDEX `reviews_hidden` ON `reviews` (`hidden_at`) WHERE hidden_at is not null;--> statement-breakpoint

-- What operators did stays as it was written: no line is changed, taken away or written over.
CREATE TRIGGER operator_log_stays_as_it_is BEFORE UPDATE ON operator_log BEGIN
  SELECT raise(ABORT, 'the log of operators never changes');
END;
--> statement-breakpoint
CREATE TRIGGER operator_log_stays BEFORE DELETE ON operator_log BEGIN
  SELECT raise(ABORT, 'the log of operators never changes');
END;
--> statement-breakpoint
CREATE TRIGGER operator_log_appends BEFORE INSERT ON operator_log WHEN EXISTS (SELECT 1 FROM operator_log WHERE id = new.id) BEGIN
  SELECT raise(ABORT, 'the log of operators never changes');
END;
--> statement-breakpoint

-- What was looked at and then says or shows something else waits to be looked at again.
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
CREATE TRIGGER reviews_check_again AFTER UPDATE OF rating, title, comment ON reviews
WHEN new.checked_at IS NOT NULL AND (new.rating <> old.rating OR new.title IS NOT old.title OR new.comment <> old.comment) BEGIN
  UPDATE reviews SET checked_at = NULL WHERE id = new.id;
END;
