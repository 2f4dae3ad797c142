PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_setting_drafts` (
	`operator_id` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`operator_id`, `name`),
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "setting_drafts_known" CHECK("__new_setting_drafts"."name" in ('shop', 'look', 'company', 'team', 'home', 'banners', 'faq', 'service-types', 'accessories', 'insurance', 'loans', 'donations', 'follow-us', 'safety', 'privacy', 'terms', 'returns', 'fuel', 'sections')),
	CONSTRAINT "setting_drafts_value" CHECK(json_valid("__new_setting_drafts"."value")),
	CONSTRAINT "setting_drafts_secret_hash" CHECK(length("__new_setting_drafts"."secret_hash") = 64),
	CONSTRAINT "setting_drafts_created_at" CHECK("__new_setting_drafts"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_setting_drafts`("operator_id", "name", "value", "secret_hash", "created_at") SELECT "operator_id", "name", "value", "secret_hash", "created_at" FROM `setting_drafts`;--> statement-breakpoint
DROP TABLE `setting_drafts`;--> statement-breakpoint
ALTER TABLE `__new_setting_drafts` RENAME TO `setting_drafts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `setting_drafts_secret` ON `setting_drafts` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `setting_drafts_created` ON `setting_drafts` (`created_at`);--> statement-breakpoint
CREATE TABLE `__new_setting_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`value` text,
	`saved_by` text,
	`created_at` text NOT NULL,
	CONSTRAINT "setting_versions_known" CHECK("__new_setting_versions"."name" in ('shop', 'look', 'company', 'team', 'home', 'banners', 'faq', 'service-types', 'accessories', 'insurance', 'loans', 'donations', 'follow-us', 'safety', 'privacy', 'terms', 'returns', 'fuel', 'sections')),
	CONSTRAINT "setting_versions_value" CHECK("__new_setting_versions"."value" is null or json_valid("__new_setting_versions"."value")),
	CONSTRAINT "setting_versions_created" CHECK("__new_setting_versions"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_setting_versions`("id", "name", "value", "saved_by", "created_at") SELECT "id", "name", "value", "saved_by", "created_at" FROM `setting_versions`;--> statement-breakpoint
DROP TABLE `setting_versions`;--> statement-breakpoint
ALTER TABLE `__new_setting_versions` RENAME TO `setting_versions`;--> statement-breakpoint
CREATE INDEX `setting_versions_name` ON `setting_versions` (`name`,`id`);--> statement-breakpoint
CREATE TRIGGER revision_setting_versions_insert AFTER INSERT ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_setting_versions_update AFTER UPDATE ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
--> statement-breakpoint
CREATE TRIGGER revision_setting_versions_delete AFTER DELETE ON setting_versions BEGIN UPDATE content_revision SET revision = revision + 1; END;
