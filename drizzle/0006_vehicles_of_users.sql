-- The log of operators knows vehicles too: a table's CHECK is changed by building it anew, every line as it was.
CREATE TABLE `__new_operator_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`deed` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	CONSTRAINT "operator_log_subject_known" CHECK("__new_operator_log"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review')),
	CONSTRAINT "operator_log_deed" CHECK(length(trim("__new_operator_log"."deed")) > 0),
	CONSTRAINT "operator_log_created" CHECK("__new_operator_log"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_operator_log`("id", "operator_id", "operator_name", "subject", "subject_id", "title", "deed", "reason", "created_at") SELECT "id", "operator_id", "operator_name", "subject", "subject_id", "title", "deed", "reason", "created_at" FROM `operator_log`;--> statement-breakpoint
DROP TABLE `operator_log`;--> statement-breakpoint
ALTER TABLE `__new_operator_log` RENAME TO `operator_log`;--> statement-breakpoint
CREATE INDEX `operator_log_subject` ON `operator_log` (`subject`,`subject_id`,`id`);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `hidden_reason` text;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `checked_at` text;--> statement-breakpoint
CREATE INDEX `vehicles_offered` ON `vehicles` (`seq`) WHERE is_built_in = 0;--> statement-breakpoint
CREATE INDEX `vehicles_unchecked` ON `vehicles` (`updated_at`) WHERE is_built_in = 0 and checked_at is null;--> statement-breakpoint
CREATE INDEX `vehicles_hidden` ON `vehicles` (`hidden_at`) WHERE is_built_in = 0 and hidden_at is not null;--> statement-breakpoint

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
CREATE TRIGGER reports_check_vehicle AFTER INSERT ON reports WHEN new.about_kind = 'vehicle' AND new.is_suspect = 0 BEGIN
  UPDATE vehicles SET checked_at = NULL WHERE id = new.about_id AND checked_at IS NOT NULL;
END;
