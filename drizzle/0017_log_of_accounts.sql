-- The log of operators knows accounts too: a table's CHECK is changed by building it anew, every line as it was.
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
	CONSTRAINT "operator_log_subject_known" CHECK("__new_operator_log"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation', 'account')),
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
