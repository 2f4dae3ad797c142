CREATE TABLE `brand_logos` (
	`brand_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`webp` blob NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "brand_logos_hash_length" CHECK(length("brand_logos"."hash") = 64),
	CONSTRAINT "brand_logos_size" CHECK("brand_logos"."width" > 0 and "brand_logos"."height" > 0),
	CONSTRAINT "brand_logos_webp" CHECK(length("brand_logos"."webp") > 0),
	CONSTRAINT "brand_logos_created_at" CHECK("brand_logos"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `brand_logos_hash` ON `brand_logos` (`hash`);--> statement-breakpoint
-- Rebuilt for its list of subjects, which a CHECK holds.
CREATE TABLE `__new_audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`action` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	CONSTRAINT "audit_events_subject_known" CHECK("__new_audit_events"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation', 'account', 'road-tax', 'appointment', 'branch', 'brand')),
	CONSTRAINT "audit_events_action" CHECK(length(trim("__new_audit_events"."action")) > 0),
	CONSTRAINT "audit_events_created" CHECK("__new_audit_events"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_audit_events`("id", "operator_id", "operator_name", "subject", "subject_id", "title", "action", "reason", "created_at") SELECT "id", "operator_id", "operator_name", "subject", "subject_id", "title", "action", "reason", "created_at" FROM `audit_events`;--> statement-breakpoint
DROP TABLE `audit_events`;--> statement-breakpoint
ALTER TABLE `__new_audit_events` RENAME TO `audit_events`;--> statement-breakpoint
CREATE INDEX `audit_events_subject` ON `audit_events` (`subject`,`subject_id`,`id`);--> statement-breakpoint
-- The rebuilt audit events: never updated, deleted or replaced.

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
CREATE TRIGGER revision_brand_logos_insert AFTER INSERT ON brand_logos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_brand_logos_update AFTER UPDATE ON brand_logos BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_brand_logos_delete AFTER DELETE ON brand_logos BEGIN UPDATE content_revision SET revision = revision + 1; END;
