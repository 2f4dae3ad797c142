CREATE TABLE `setting_drafts` (
	`operator_id` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`operator_id`, `name`),
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "setting_drafts_known" CHECK("setting_drafts"."name" in ('shop', 'look', 'company', 'team', 'home', 'faq', 'service-types', 'accessories', 'insurance', 'loans', 'donations', 'follow-us', 'safety', 'privacy', 'terms', 'returns', 'fuel')),
	CONSTRAINT "setting_drafts_value" CHECK(json_valid("setting_drafts"."value")),
	CONSTRAINT "setting_drafts_secret_hash" CHECK(length("setting_drafts"."secret_hash") = 64),
	CONSTRAINT "setting_drafts_created_at" CHECK("setting_drafts"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `setting_drafts_secret` ON `setting_drafts` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `setting_drafts_created` ON `setting_drafts` (`created_at`);--> statement-breakpoint
CREATE TABLE `setting_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`value` text,
	`saved_by` text,
	`created_at` text NOT NULL,
	CONSTRAINT "setting_versions_known" CHECK("setting_versions"."name" in ('shop', 'look', 'company', 'team', 'home', 'faq', 'service-types', 'accessories', 'insurance', 'loans', 'donations', 'follow-us', 'safety', 'privacy', 'terms', 'returns', 'fuel')),
	CONSTRAINT "setting_versions_value" CHECK("setting_versions"."value" is null or json_valid("setting_versions"."value")),
	CONSTRAINT "setting_versions_created" CHECK("setting_versions"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `setting_versions_name` ON `setting_versions` (`name`,`id`);--> statement-breakpoint
CREATE TABLE `shop_logos` (
	`hash` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`webp` blob NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "shop_logos_hash" CHECK(length("shop_logos"."hash") = 64),
	CONSTRAINT "shop_logos_size" CHECK("shop_logos"."width" > 0 and "shop_logos"."height" > 0),
	CONSTRAINT "shop_logos_webp" CHECK(length("shop_logos"."webp") > 0),
	CONSTRAINT "shop_logos_created" CHECK("shop_logos"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
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
	CONSTRAINT "audit_events_subject_known" CHECK("__new_audit_events"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation', 'account', 'road-tax', 'appointment', 'branch', 'brand', 'setting')),
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
-- Of public pages every setting is a part.
CREATE TRIGGER revision_setting_versions_insert AFTER INSERT ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_setting_versions_update AFTER UPDATE ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_setting_versions_delete AFTER DELETE ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
-- Addresses and hours of the branches stand in the footer and on cached pages.
CREATE TRIGGER revision_branches_insert AFTER INSERT ON branches BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_branches_update AFTER UPDATE ON branches BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_branches_delete AFTER DELETE ON branches BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_branch_hours_insert AFTER INSERT ON branch_hours BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_branch_hours_update AFTER UPDATE ON branch_hours BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_branch_hours_delete AFTER DELETE ON branch_hours BEGIN UPDATE content_revision SET revision = revision + 1; END;
