CREATE TABLE `road_tax_bands` (
	`state_code` text NOT NULL,
	`position` integer NOT NULL,
	`max_price_rupees` integer,
	`max_engine_cc` real,
	`percent` real NOT NULL,
	PRIMARY KEY(`state_code`, `position`),
	FOREIGN KEY (`state_code`) REFERENCES `road_tax_rates`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "road_tax_bands_position" CHECK("road_tax_bands"."position" >= 0),
	CONSTRAINT "road_tax_bands_price" CHECK("road_tax_bands"."max_price_rupees" > 0),
	CONSTRAINT "road_tax_bands_engine" CHECK("road_tax_bands"."max_engine_cc" > 0),
	CONSTRAINT "road_tax_bands_maximum" CHECK("road_tax_bands"."max_price_rupees" is null or "road_tax_bands"."max_engine_cc" is null),
	CONSTRAINT "road_tax_bands_percent" CHECK("road_tax_bands"."percent" between 0 and 100)
) STRICT;
--> statement-breakpoint
CREATE TABLE `road_tax_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`as_of` text NOT NULL,
	`electric_percent` real,
	`surcharge_percent` real DEFAULT 0 NOT NULL,
	`min_tax_rupees` integer DEFAULT 0 NOT NULL,
	`is_rough` integer DEFAULT false NOT NULL,
	`note` text,
	`edited_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "road_tax_rates_id" CHECK("road_tax_rates"."id" glob '[A-Z][A-Z]'),
	CONSTRAINT "road_tax_rates_as_of" CHECK("road_tax_rates"."as_of" glob '20[0-9][0-9]' or "road_tax_rates"."as_of" glob '20[0-9][0-9]-0[1-9]' or "road_tax_rates"."as_of" glob '20[0-9][0-9]-1[0-2]'),
	CONSTRAINT "road_tax_rates_electric" CHECK("road_tax_rates"."electric_percent" between 0 and 100),
	CONSTRAINT "road_tax_rates_surcharge" CHECK("road_tax_rates"."surcharge_percent" between 0 and 100),
	CONSTRAINT "road_tax_rates_minimum" CHECK("road_tax_rates"."min_tax_rupees" between 0 and 100000),
	CONSTRAINT "road_tax_rates_rough" CHECK("road_tax_rates"."is_rough" in (0, 1)),
	CONSTRAINT "road_tax_rates_note" CHECK(length(trim("road_tax_rates"."note")) > 0),
	CONSTRAINT "road_tax_rates_edited" CHECK("road_tax_rates"."edited_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
-- Rebuilt for its list of subjects, which a CHECK holds; its triggers follow in the next migration.
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
	CONSTRAINT "audit_events_subject_known" CHECK("__new_audit_events"."subject" in ('message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation', 'account', 'road-tax')),
	CONSTRAINT "audit_events_action" CHECK(length(trim("__new_audit_events"."action")) > 0),
	CONSTRAINT "audit_events_created" CHECK("__new_audit_events"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_audit_events`("id", "operator_id", "operator_name", "subject", "subject_id", "title", "action", "reason", "created_at") SELECT "id", "operator_id", "operator_name", "subject", "subject_id", "title", "action", "reason", "created_at" FROM `audit_events`;--> statement-breakpoint
DROP TABLE `audit_events`;--> statement-breakpoint
ALTER TABLE `__new_audit_events` RENAME TO `audit_events`;--> statement-breakpoint
CREATE INDEX `audit_events_subject` ON `audit_events` (`subject`,`subject_id`,`id`);