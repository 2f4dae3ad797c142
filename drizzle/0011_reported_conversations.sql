CREATE TABLE `removal_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`reason` text,
	`user_id` text,
	`manage_key_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`manage_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "removal_notices_kind" CHECK("removal_notices"."kind" in ('listing', 'vehicle')),
	CONSTRAINT "removal_notices_name" CHECK(length(trim("removal_notices"."name")) > 0),
	CONSTRAINT "removal_notices_holder" CHECK(("removal_notices"."user_id" is null) <> ("removal_notices"."manage_key_id" is null)),
	CONSTRAINT "removal_notices_created" CHECK("removal_notices"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `removal_notices_user` ON `removal_notices` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `removal_notices_key` ON `removal_notices` (`manage_key_id`,`created_at`) WHERE manage_key_id is not null;--> statement-breakpoint

-- The log of operators knows conversations too: a table's CHECK is changed by building it anew, every line as it was.
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
	CONSTRAINT "operator_log_subject_known" CHECK("__new_operator_log"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation')),
	CONSTRAINT "operator_log_deed" CHECK(length(trim("__new_operator_log"."deed")) > 0),
	CONSTRAINT "operator_log_created" CHECK("__new_operator_log"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_operator_log`("id", "operator_id", "operator_name", "subject", "subject_id", "title", "deed", "reason", "created_at") SELECT "id", "operator_id", "operator_name", "subject", "subject_id", "title", "deed", "reason", "created_at" FROM `operator_log`;--> statement-breakpoint
DROP TABLE `operator_log`;--> statement-breakpoint
ALTER TABLE `__new_operator_log` RENAME TO `operator_log`;--> statement-breakpoint
CREATE INDEX `operator_log_subject` ON `operator_log` (`subject`,`subject_id`,`id`);--> statement-breakpoint
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

-- Columns are added in place: building `conversations` anew would take along the messages that belong to it.
ALTER TABLE `conversations` ADD `vehicle_id` text REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE set null
  CONSTRAINT "conversations_one_subject" CHECK("listing_id" is null or "vehicle_id" is null);--> statement-breakpoint
ALTER TABLE `conversations` ADD `closed_at` text
  CONSTRAINT "conversations_closed" CHECK("closed_at" glob '????-??-??T??:??:??.???Z');--> statement-breakpoint
ALTER TABLE `conversations` ADD `closed_reason` text
  CONSTRAINT "conversations_why_closed" CHECK(("closed_at" is null) = ("closed_reason" is null));--> statement-breakpoint
CREATE INDEX `conversations_vehicle` ON `conversations` (`vehicle_id`,`buyer_user_id`) WHERE vehicle_id is not null;--> statement-breakpoint
ALTER TABLE `reports` ADD `from_side` text CONSTRAINT "reports_side" CHECK("from_side" in ('buyer', 'seller'));
